import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { GoldenQuery } from '../../../src-main/domain/query/golden-set'
import type { Query, QueryPlan, ToolSet } from '../../../src-main/domain/query/query'
import { evaluate, type EvaluateCall } from '../../../src-main/evaluation/evaluate'
import { topK } from '../../../src-main/pipeline/selection/top-k'
import { asksModel, sharing } from '../../../src-main/pipeline/sharing'
import { pipe, stage, type ToolSelection } from '../../../src-main/pipeline/stage'
import { id } from '../../fakes/catalog-tool'
import { manualClock } from '../../fakes/clock'
import { retriever } from '../../fakes/retrievers'

const golden = (text: string): GoldenQuery => ({
  id: `q-${text}`,
  text,
  tools: [id('mail')],
  origin: 'human',
})
const noTools = (query: Query): ToolSet => ({ shape: 'tool-set', query, size: 'k', tools: [] })

const call = (over: Partial<EvaluateCall> & Pick<EvaluateCall, 'clock'>): EvaluateCall => ({
  signal: new AbortController().signal,
  promptTokens: (tool) => tool.length,
  ...over,
})

const outcomesOf = async (pipeline: ToolSelection, queries: GoldenQuery[], asking: EvaluateCall) =>
  (await evaluate({ pipeline, k: [5], runWith: { k: 5 } }, queries, asking)).outcomes

describe('the time of a query', () => {
  /** A pipeline that waits for something that does one query at a time, 100 ms each. */
  const oneByOne = (clock: ReturnType<typeof manualClock>) => {
    let last: Promise<unknown> = Promise.resolve(undefined)
    const run = async (query: Query) => {
      const before = last
      const { promise, resolve } = Promise.withResolvers<undefined>()
      last = promise
      await before
      await new Promise(setImmediate)
      clock.moveOn(100)
      resolve(undefined)
      return noTools(query)
    }
    return pipe(stage<Query, ToolSet>({ name: 'one by one', gives: 'tool-set', settings: {}, run }))
  }

  it.each([1, 4])('is not the wait for the others (%i queries at once)', async (atOnce) => {
    const clock = manualClock()
    const queries = Array.from({ length: 40 }, (_, at) => golden(`query ${at}`))
    const outcomes = await outcomesOf(oneByOne(clock), queries, call({ atOnce, clock }))
    const took = outcomes.map(({ latencyMs }) => latencyMs)
    // Between the first and the last ones as many are at work all the time.
    for (const ms of took.slice(4, -4)) expect(ms).toBeCloseTo(100)
    expect(took.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(4000)
  })

  it('is that of the one who computes what another one waits for, for both', async () => {
    const clock = manualClock()
    const plan = {
      id: 'plan',
      version: 1,
      answer: z.object({}),
      text: ({ text }: Query) => text,
    }
    const planning = stage<Query, QueryPlan>({
      name: 'plan',
      gives: 'plan',
      settings: {},
      prompts: [plan],
      async run(query) {
        await new Promise(setImmediate)
        clock.moveOn(100)
        return { shape: 'plan', query, steps: [], kept: [] }
      },
    })
    const pipeline = pipe(planning)
      .to(retriever('some', ['a']))
      .to(topK())
    const runWith = { k: 5, sharing: sharing(asksModel) }
    const queries = [golden('mail'), { ...golden('mail'), id: 'q-again' }]
    const asking = call({ clock, atOnce: 2 })
    const { outcomes } = await evaluate({ pipeline, k: [5], runWith }, queries, asking)
    expect(outcomes.map(({ latencyMs }) => latencyMs)).toEqual([100, 100])
  })

  it('holds what it takes to embed it alone, where that was done before', async () => {
    const clock = manualClock()
    const outcomes = await outcomesOf(
      oneByOne(clock),
      [golden('a'), golden('b')],
      call({ clock, aheadMs: 7 }),
    )
    expect(outcomes.map(({ latencyMs }) => latencyMs)).toEqual([107, 107])
  })
})
