import { describe, expect, it } from 'vitest'
import { queryOf, type QueryPlan, type Ranking } from '../../../src-main/domain/query/query'
import type { ToolId } from '../../../src-main/domain/tool/tool'
import {
  eachStep,
  fuse,
  MOST_ROUNDS,
  repeat,
  when,
  type FusedRanking,
  type Join,
} from '../../../src-main/pipeline/combine'
import { diagramOf, pipe, stage } from '../../../src-main/pipeline/stage'
import { run } from '../../../src-main/pipeline/runner'
import { topK } from '../../../src-main/pipeline/selection/top-k'
import { planAsIs } from '../../../src-main/pipeline/planning/as-is'
import { firstOnly, namesOf, retriever } from '../../fakes/retrievers'
import { recorded, runCall } from '../../fakes/run-call'

const plan: QueryPlan = {
  shape: 'plan',
  query: queryOf('mail the report and book a room'),
  steps: [
    { text: 'mail the report', variations: ['mail the report', 'send the report'] },
    { text: 'book a room', variations: ['book a room'] },
  ],
  kept: [],
}

const inOrder: Join = {
  name: 'in order',
  settings: {},
  join: (rankings) => ({ tools: rankings.flatMap(({ tools }) => tools), order: 'given' }),
}

describe('fusing', () => {
  it('keeps the order that its method gives, and what it says', async () => {
    const method = {
      ...firstOnly,
      fuse: ([, second]: Ranking[]) => ({ tools: second?.tools ?? [] }),
    }
    const fused = fuse(method, { one: retriever('one', ['a']), two: retriever('two', ['b', 'c']) })
    const { output, steps } = await recorded(pipe(fused), plan)
    expect(output.order).toBe('score')
    expect(namesOf(output)).toEqual(['b', 'c'])
    expect(steps[0]?.step.notes).toEqual({})
  })

  /** Lists two tools of its own, and scores any that it is asked about 0.1. */
  const rating = (name: string, tools: string[], asked: string[][]) => ({
    ...retriever(name, tools),
    rate: async (_: QueryPlan, others: readonly ToolId[]) => {
      asked.push([...others])
      const rated = others.map((tool) => ({ tool, score: 0.1, witnesses: [] }))
      return { tools: rated, scale: { from: 0.5, unit: 2 } }
    },
  })

  it('completes each list with the tools of the others, where its method wants that', async () => {
    const seen: FusedRanking[] = []
    const asked: string[][] = []
    const method = {
      ...firstOnly,
      completes: true,
      fuse(rankings: FusedRanking[]) {
        seen.push(...rankings)
        return firstOnly.fuse(rankings)
      },
    }
    const lists = { one: rating('one', ['a', 'b'], asked), two: rating('two', ['b', 'c'], asked) }
    const output = await run(pipe(fuse(method, lists)), plan, runCall())
    expect(asked).toEqual([['c'], ['a']])
    expect(seen.map(namesOf)).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c', 'a'],
    ])
    expect(seen.map(({ scale }) => scale)).toEqual(Array(2).fill({ from: 0.5, unit: 2 }))
    expect(output.tools.map(({ score }) => score)).toEqual([1, 0.5, 0.1])
  })

  it('refuses a retriever that cannot rate where its method wants complete lists', () => {
    const method = { ...firstOnly, completes: true }
    expect(() => fuse(method, { one: retriever('one', ['a']) })).toThrow(
      '“one” does not rate tools',
    )
    const longer = pipe(rating('one', ['a'], [])).to(topOnly)
    expect(() => fuse(method, { longer })).toThrow('“longer” does not rate tools')
  })
})

const topOnly = stage<Ranking, Ranking>({
  name: 'top only',
  gives: 'ranking',
  settings: {},
  run: (ranking) => ({ ...ranking, tools: ranking.tools.slice(0, 1) }),
})

describe('a stage for each step of the plan', () => {
  it('searches every step alone and knows which list is whose', async () => {
    const searched: string[][] = []
    const search = retriever('search', ['a'], ({ steps }) =>
      searched.push(steps.flatMap(({ variations }) => variations)),
    )
    const { output, steps } = await recorded(pipe(eachStep(search, inOrder)), plan)
    expect(searched).toEqual([['mail the report', 'send the report'], ['book a room']])
    expect(output).toMatchObject({ order: 'given', plan })
    expect(namesOf(output)).toEqual(['a', 'a'])
    expect(steps[0]?.branches.map(({ steps: [first] }) => first?.path)).toEqual([
      'in order/steps[0]/search',
      'in order/steps[1]/search',
    ])
  })

  it('gives each step its share of k', async () => {
    const wanted: number[] = []
    const search = retriever('search', [], (_, { k }) => wanted.push(k))
    const shared = eachStep(search, { ...inOrder, shares: (k) => [k - 1, 1] })
    await run(pipe(shared), plan, runCall({ k: 8 }))
    expect(wanted).toEqual([7, 1])
    expect(shared.readsK).toBe('any')
  })

  it('gives nothing for a plan without steps', async () => {
    const search = retriever('search', ['a'])
    const output = await run(pipe(eachStep(search, inOrder)), { ...plan, steps: [] }, runCall())
    expect(output.tools).toEqual([])
  })
})

describe('repeating', () => {
  const drop = stage<Ranking, Ranking>({
    name: 'drop one',
    gives: 'ranking',
    settings: {},
    run: (ranking) => ({ ...ranking, tools: ranking.tools.slice(1) }),
  })
  const until = (left: number, most = 5) =>
    repeat<Ranking>(
      {
        name: 'narrow',
        gives: 'ranking',
        most,
        again: { name: 'too many', test: ({ tools }) => tools.length > left },
      },
      drop,
    )
  const four = pipe(retriever('four', ['a', 'b', 'c', 'd']))

  it('goes on as long as its question says so', async () => {
    const { output, steps } = await recorded(four.to(until(2)), plan)
    expect(namesOf(output)).toEqual(['c', 'd'])
    expect(steps[1]?.step.notes).toEqual({ rounds: 2 })
    expect(steps[1]?.branches.map(({ label }) => label)).toEqual(['round 1', 'round 2'])
  })

  it('passes its input on where there is nothing to do', async () => {
    expect(namesOf(await run(four.to(until(9)), plan, runCall()))).toHaveLength(4)
  })

  it('ends after so many rounds, also where its question never does', async () => {
    const { output, steps } = await recorded(four.to(until(-1, 3)), plan)
    expect(namesOf(output)).toEqual(['d'])
    expect(steps[1]?.step.notes).toEqual({ rounds: 3 })
  })

  it.each([0, 1.5, MOST_ROUNDS + 1, Infinity, Number.NaN])('refuses %s rounds', (most) => {
    expect(() => until(1, most)).toThrow(RangeError)
  })

  it('stops between rounds', async () => {
    const stop = new AbortController()
    const stopping = repeat<Ranking>(
      {
        name: 'narrow',
        gives: 'ranking',
        most: MOST_ROUNDS,
        again: {
          name: 'for ever',
          test: () => {
            stop.abort(new Error('Stopped.'))
            return true
          },
        },
      },
      drop,
    )
    await expect(run(four.to(stopping), plan, runCall({ signal: stop.signal }))).rejects.toThrow(
      'Stopped.',
    )
  })
})

describe('a choice', () => {
  const choice = when<QueryPlan, Ranking>(
    { name: 'has two steps', test: ({ steps }) => steps.length > 1 },
    { gives: 'ranking', then: retriever('deep', ['a']), otherwise: retriever('quick', ['b']) },
  )

  it('runs the one way or the other', async () => {
    const two = await recorded(pipe(choice), plan)
    expect(namesOf(two.output)).toEqual(['a'])
    expect(two.steps[0]?.branches.map(({ label }) => label)).toEqual(['yes'])
    const one = await recorded(pipe(choice), { ...plan, steps: plan.steps.slice(1) })
    expect(namesOf(one.output)).toEqual(['b'])
    expect(one.steps[0]?.branches[0]?.steps[0]?.path).toBe('has two steps/no/quick')
  })
})

describe('a diagram', () => {
  it('shows the pipelines inside a stage by label', () => {
    const fused = fuse(firstOnly, { words: retriever('bm25', []), meaning: retriever('dense', []) })
    const pipeline = pipe(planAsIs()).to(eachStep(fused, inOrder)).to(topK())
    expect(diagramOf(pipeline)).toEqual([
      { stage: 'plan', inside: [] },
      {
        stage: 'in order',
        inside: [
          {
            label: 'each step',
            nodes: [
              {
                stage: 'first only',
                inside: [
                  { label: 'words', nodes: [{ stage: 'bm25', inside: [] }] },
                  { label: 'meaning', nodes: [{ stage: 'dense', inside: [] }] },
                ],
              },
            ],
          },
        ],
      },
      { stage: 'select', inside: [] },
    ])
  })
})
