import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  queryOf,
  type Query,
  type QueryPlan,
  type Ranking,
  type ToolSet,
} from '../../../src-main/domain/query'
import type { TraceStep } from '../../../src-main/domain/trace'
import { planAsIs } from '../../../src-main/pipeline/planning/as-is'
import { topK } from '../../../src-main/pipeline/selection/top-k'
import {
  fuse,
  stage,
  type FusionMethod,
  type Pipeline,
  type Retriever,
  type Stage,
  type StageContext,
} from '../../../src-main/pipeline/stage'
import { id } from '../../fakes/catalog-tool'
import { fakeClock } from '../../fakes/clock'
import { stageContext } from '../../fakes/stage-context'

/** Ranks the tools named, best first. */
const retriever = (
  name: string,
  tools: string[],
  seen: (context: StageContext) => void = () => undefined,
): Retriever =>
  stage({
    name,
    settings: { depth: tools.length },
    run(plan, context) {
      seen(context)
      const ranked = tools.map((tool, at) => ({ tool: id(tool), score: 1 / (at + 1), parts: [] }))
      return { shape: 'ranking', plan, tools: ranked }
    },
  })

const firstOnly: FusionMethod = {
  name: 'first only',
  fuse: ([first]) => ({ tools: first?.tools ?? [], settings: { lists: 1 } }),
}

const mail = queryOf('send a mail')
const namesOf = (set: ToolSet) => set.tools.map(({ tool }) => tool)

describe('stages', () => {
  it('hand on what the one before gave', async () => {
    const pipeline = planAsIs()
      .to(retriever('some', ['a', 'b', 'c']))
      .to(topK({ k: 2 }))
    const set = await pipeline.run(mail, stageContext())
    expect(set.query).toEqual(mail)
    expect(namesOf(set)).toEqual(['a', 'b'])
  })

  it('compile in the right order only', () => {
    const plan = planAsIs()
    const search = retriever('some', [])
    const select = topK({ k: 1 })
    expectTypeOf(plan.to(search)).toEqualTypeOf<Stage<Query, Ranking>>()
    expectTypeOf(plan.to(search).to(select)).toEqualTypeOf<Pipeline>()
    expectTypeOf(fuse(firstOnly, search)).toEqualTypeOf<Stage<QueryPlan, Ranking>>()
    // @ts-expect-error A plan cannot be cut to k.
    plan.to(select)
    // @ts-expect-error A query must be planned before it is searched.
    expectTypeOf(search).toEqualTypeOf<Stage<Query, Ranking>>()
    // @ts-expect-error A tool set is the end.
    select.to(search)
    // @ts-expect-error Only retrievers can be fused.
    fuse(firstOnly, select)
    expect(plan.to(search).to(select).diagram).toEqual(['plan', 'some', 'select'])
  })

  it('can be put together in any grouping and used again', async () => {
    const search = retriever('some', ['a', 'b'])
    const tail = search.to(topK({ k: 1 }))
    const left = planAsIs()
      .to(search)
      .to(topK({ k: 1 }))
    const right = planAsIs().to(tail)
    expect(right.diagram).toEqual(left.diagram)
    const [one, other] = await Promise.all(
      [left, right].map((pipeline) => pipeline.run(mail, stageContext())),
    )
    expect(one).toEqual(other)
  })
})

describe('the trace', () => {
  it('holds each step with settings, input, output and time, in order', async () => {
    const trace: TraceStep[] = []
    const pipeline = planAsIs()
      .to(retriever('some', ['a', 'b']))
      .to(topK({ k: 1 }))
    const set = await pipeline.run(mail, stageContext({ trace, clock: fakeClock(3) }))
    expect(trace.map((step) => step.stage)).toEqual(['plan', 'some', 'select'])
    const [plan, search, select] = trace
    expect(plan).toEqual({
      stage: 'plan',
      settings: {},
      input: mail,
      output: search?.input,
      latencyMs: 3,
      llmCalls: 0,
      tokens: 0,
      branches: [],
    })
    expect(search).toMatchObject({ settings: { depth: 2 }, output: select?.input, latencyMs: 3 })
    expect(select).toMatchObject({ settings: { k: 1 }, output: set, latencyMs: 3 })
  })

  it('is written nowhere when not asked for, and says so to the stages', async () => {
    const traces: unknown[] = []
    const pipeline = planAsIs().to(
      fuse(
        firstOnly,
        retriever('some', ['a'], ({ trace }) => traces.push(trace)),
      ),
    )
    await pipeline.run(mail, stageContext())
    expect(traces).toEqual([undefined])
  })

  it('keeps what a stage spent and why it passed its input on', async () => {
    const trace: TraceStep[] = []
    const degraded: string[] = []
    const rewrite = stage<Query, Query>({
      name: 'rewrite',
      run(query, { account }) {
        account.llmCalls += 2
        account.tokens += 150
        account.degraded = 'the model gave no JSON twice'
        return query
      },
    })
    await rewrite.run(mail, stageContext({ trace, degraded }))
    expect(trace[0]).toMatchObject({
      llmCalls: 2,
      tokens: 150,
      degraded: 'the model gave no JSON twice',
      output: mail,
    })
    expect(degraded).toEqual(['rewrite: the model gave no JSON twice'])
  })

  it('counts degradation also where nothing is recorded', async () => {
    const degraded: string[] = []
    const failing = stage<QueryPlan, Ranking>({
      name: 'grade',
      run(plan, { account }) {
        account.degraded = 'no answer'
        return { shape: 'ranking', plan, tools: [] }
      },
    })
    await planAsIs().to(fuse(firstOnly, failing)).run(mail, stageContext({ degraded }))
    expect(degraded).toEqual(['grade: no answer'])
  })

  it('keeps the steps of branches apart, in the order of the branches', async () => {
    const trace: TraceStep[] = []
    const slow = stage<QueryPlan, Ranking>({
      name: 'slow',
      async run(plan) {
        await new Promise(setImmediate)
        return { shape: 'ranking', plan, tools: [] }
      },
    })
    const pipeline = planAsIs().to(fuse(firstOnly, slow, retriever('fast', ['a'])))
    await pipeline.run(mail, stageContext({ trace }))
    expect(trace.map((step) => step.stage)).toEqual(['plan', 'first only'])
    const fused = trace[1]
    expect(fused?.settings).toEqual({ lists: 1 })
    expect(fused?.branches.map((branch) => branch.map((step) => step.stage))).toEqual([
      ['slow'],
      ['fast'],
    ])
    expect(fused?.branches[1]?.[0]?.output).toMatchObject({ tools: [{ tool: 'a' }] })
  })
})

describe('stopping', () => {
  it('happens before the next stage starts', async () => {
    const stop = new AbortController()
    const trace: TraceStep[] = []
    const pipeline = planAsIs()
      .to(retriever('some', ['a'], () => stop.abort(new Error('Stopped by the user.'))))
      .to(topK({ k: 1 }))
    const context = stageContext({ signal: stop.signal, trace })
    await expect(pipeline.run(mail, context)).rejects.toThrow('Stopped by the user.')
    expect(trace.map((step) => step.stage)).toEqual(['plan', 'some'])
  })

  it('reaches the branches', async () => {
    const stop = new AbortController()
    const signals: AbortSignal[] = []
    const listen = ({ signal }: StageContext) => void signals.push(signal)
    const pipeline = planAsIs().to(
      fuse(firstOnly, retriever('one', [], listen), retriever('two', [], listen)),
    )
    await pipeline.run(mail, stageContext({ signal: stop.signal }))
    stop.abort()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })
})

describe('a failing stage', () => {
  it('fails the pipeline instead of giving nothing', async () => {
    const broken = retriever('broken', [], () => {
      throw new Error('The index is gone.')
    })
    const pipeline = planAsIs().to(fuse(firstOnly, retriever('some', ['a']), broken))
    await expect(pipeline.run(mail, stageContext())).rejects.toThrow('The index is gone.')
  })
})

describe('a diagram', () => {
  it('shows branches side by side', () => {
    const pipeline = planAsIs()
      .to(fuse(firstOnly, retriever('bm25', []), retriever('dense', [])))
      .to(topK({ k: 5 }))
    expect(pipeline.diagram).toEqual(['plan', [['bm25'], ['dense']], 'first only', 'select'])
  })
})
