import { describe, expect, it } from 'vitest'
import type { Difference } from '../../../src-main/domain/run/comparison'
import type { QueryOutcome } from '../../../src-main/domain/run/run'
import { clarityOf } from '../../../src-main/domain/run/verdict'
import {
  compare,
  correctedFor,
  type MeasuredRun,
  type Tested,
  type TestedDifference,
} from '../../../src-main/evaluation/compare'
import { randomNumbers } from '../../../src-main/evaluation/statistics/random'
import { randomisationTests } from '../../../src-main/evaluation/statistics/randomisation'
import { id } from '../../fakes/catalog-tool'
import { fakeClock } from '../../fakes/clock'

const now = () => Promise.resolve()
const call = () => ({ clock: fakeClock(), signal: new AbortController().signal })

/** Tools are single letters; the query is named after its golden tools and its place. */
const outcome = (
  at: number,
  [golden, tools]: [golden: string, tools: string],
  more: Partial<QueryOutcome> = {},
): QueryOutcome => ({
  id: `q${at}`,
  text: `query ${at}`,
  golden: [...golden].map(id),
  tools: [...tools].map(id),
  promptTokens: 10 * tools.length,
  promptTokensAt: [10 * Math.min(1, tools.length), 10 * Math.min(2, tools.length)],
  latencyMs: 1,
  ...more,
})

const run = (
  recipe: string,
  pairs: [golden: string, tools: string][],
  {
    k = [1, 2],
    more = {},
    curve,
  }: { k?: number[]; more?: Partial<QueryOutcome>; curve?: MeasuredRun['run']['curve'] } = {},
): MeasuredRun => ({
  run: { id: `run of ${recipe}`, recipe, k, ...(curve && { curve }) },
  outcomes: pairs.map((pair, at) => outcome(at, pair, more)),
})

describe('a comparison', () => {
  const LETTERS = 'abcdefgh'
  const pairs = (shift: number): [string, string][] =>
    Array.from({ length: 40 }, (_, at) => {
      const golden = LETTERS.slice(at % 5, (at % 5) + 1 + (at % 3))
      const from = (at * shift) % 6
      return [golden, LETTERS.slice(from, from + 2)]
    })

  it('gives for each measure the mean difference and its paired interval', async () => {
    const baseline = run('bm25', pairs(3))
    const other = run('dense', pairs(5))
    const { measures, queries, few } = await compare(baseline, other, call())
    expect([queries, few]).toEqual([40, false])
    const recallAt2 = ({ golden, tools }: QueryOutcome) =>
      golden.filter((tool) => tools.slice(0, 2).includes(tool)).length / golden.length
    const differences = other.outcomes.map(
      (after, at) => recallAt2(after) - recallAt2(baseline.outcomes[at] as QueryOutcome),
    )
    const recall = measures['Recall@2']
    expect(recall?.mean).toBeCloseTo(differences.reduce((a, b) => a + b) / 40, 12)
    const [test] = await randomisationTests([Float64Array.from(differences)], now)
    expect(recall).toMatchObject({ p: test?.p, ci95: test?.interval(1) })
    expect(recall?.told).toEqual({ level: 0.95, interval: recall?.ci95 })
    expect(recall?.ci95[0]).toBeLessThan(recall?.mean ?? 0)
    expect(recall?.ci95[1]).toBeGreaterThan(recall?.mean ?? 0)
    expect(recall).toMatchObject({
      wins: differences.filter((difference) => difference > 0).length,
      ties: differences.filter((difference) => difference === 0).length,
      losses: differences.filter((difference) => difference < 0).length,
    })
  })

  it('counts wins by the measure’s direction: fewer tokens win', async () => {
    const baseline = run('bm25', [
      ['a', 'ab'],
      ['b', 'b'],
      ['c', 'xc'],
    ])
    const other = run('dense', [
      ['a', 'a'],
      ['b', 'xb'],
      ['c', 'cx'],
    ])
    const { measures } = await compare(baseline, other, call())
    // 20 → 10, 10 → 20, 20 → 20
    expect(measures['PromptTokens@2']).toMatchObject({ mean: 0, wins: 1, ties: 1, losses: 1 })
    // 1 → 1, 1 → 0, 0 → 1
    expect(measures['Recall@1']).toMatchObject({ mean: 0, wins: 1, ties: 1, losses: 1 })
  })

  it('counts for Recall at each k the queries that were fixed and broken', async () => {
    const baseline = run('bm25', [
      ['ab', 'ax'],
      ['ab', 'ab'],
      ['c', 'xc'],
      ['d', 'xy'],
    ])
    const other = run('dense', [
      ['ab', 'ab'],
      ['ab', 'ax'],
      ['c', 'cx'],
      ['d', 'yx'],
    ])
    const { measures } = await compare(baseline, other, call())
    expect(measures['Recall@2']).toMatchObject({ fixed: 1, broken: 1 })
    // ab never fits into 1: neither fixed nor broken
    expect(measures['Recall@1']).toMatchObject({ fixed: 1, broken: 0 })
    expect(measures['Precision@2']).not.toHaveProperty('fixed')
  })

  it('pairs by query, in whatever order the runs hold them', async () => {
    const baseline = run('bm25', [
      ['a', 'a'],
      ['b', 'x'],
      ['c', 'xc'],
    ])
    const other = run('dense', [
      ['a', 'x'],
      ['b', 'b'],
      ['c', 'c'],
    ])
    const turned = { ...other, outcomes: other.outcomes.toReversed() }
    expect(await compare(baseline, turned, call())).toEqual(await compare(baseline, other, call()))
  })

  it('is the same each time, and turns its sign when the runs change places', async () => {
    const one = run('bm25', pairs(3))
    const other = run('dense', pairs(5))
    const forth = await compare(one, other, call())
    expect(await compare(one, other, call())).toEqual(forth)
    const back = await compare(other, one, call())
    expect(back.measures['MAP@2']?.mean).toBeCloseTo(-(forth.measures['MAP@2']?.mean ?? 0), 12)
    expect(back.measures['MAP@2']?.wins).toBe(forth.measures['MAP@2']?.losses)
    const [low, high] = forth.measures['MAP@2']?.told.interval ?? [0, 0]
    expect(back.measures['MAP@2']?.told.interval[0]).toBeCloseTo(-high, 12)
    expect(back.measures['MAP@2']?.told.interval[1]).toBeCloseTo(-low, 12)
  })

  it('of a single query, or a few, says that the interval is of few', async () => {
    const one = await compare(run('bm25', [['a', 'x']]), run('dense', [['a', 'a']]), call())
    expect(one).toMatchObject({ queries: 1, few: true })
    expect(one.measures['Recall@1']).toMatchObject({ mean: 1, ci95: [0, 1], wins: 1 })
    const of = async (count: number) =>
      (
        await compare(
          run('bm25', pairs(3).slice(0, count)),
          run('dense', pairs(5).slice(0, count)),
          call(),
        )
      ).few
    expect([await of(29), await of(30)]).toEqual([true, false])
  })

  it('of equal runs is 0 without width, all ties', async () => {
    const { measures } = await compare(run('bm25', pairs(3)), run('again', pairs(3)), call())
    for (const difference of Object.values(measures)) {
      expect(difference).toMatchObject({ mean: 0, ci95: [0, 0], wins: 0, ties: 40, losses: 0 })
    }
  })

  it('stops when told to', async () => {
    const stopped = { clock: fakeClock(20), signal: AbortSignal.abort(new Error('Stopped.')) }
    await expect(compare(run('bm25', pairs(3)), run('dense', pairs(5)), stopped)).rejects.toThrow(
      'Stopped.',
    )
  })
})

describe('measures without a counterpart', () => {
  const pairs: [string, string][] = [
    ['a', 'a'],
    ['b', 'xb'],
  ]

  it('are named, and the others compared', async () => {
    const { measures, onlyBaseline, onlyRun } = await compare(
      run('bm25', pairs, { k: [1, 2] }),
      run('dense', pairs, { k: [2, 3], more: { promptTokensAt: [10, 10] } }),
      call(),
    )
    expect(Object.keys(measures)).toContain('Recall@2')
    expect(Object.keys(measures).every((name) => name.endsWith('@2'))).toBe(true)
    expect(onlyBaseline).toContain('Recall@1')
    expect(onlyRun).toContain('Recall@3')
  })

  it('are all of them where one recipe decides the size itself and the other does not', async () => {
    const own = run('ptr', pairs, { k: [] })
    const { measures, onlyBaseline, onlyRun } = await compare(run('bm25', pairs), own, call())
    expect(measures).toEqual({})
    expect(onlyBaseline).toContain('Recall@1')
    expect(onlyRun).toContain('Tools')
  })

  it('are none between two recipes that decide the size themselves', async () => {
    const other = run(
      'ptr',
      [
        ['a', 'ax'],
        ['b', 'b'],
      ],
      { k: [] },
    )
    const { measures, onlyRun } = await compare(run('own', pairs, { k: [] }), other, call())
    // 1 tool → 2 tools, 2 tools → 1 tool
    expect(measures['Tools']).toMatchObject({ mean: 0, wins: 1, losses: 1 })
    expect(onlyRun).toEqual([])
  })

  it('are the prompt tokens at smaller k of a run that did not note them', async () => {
    const early = run('bm25', pairs, { more: { promptTokensAt: undefined } })
    const { measures, onlyRun } = await compare(early, run('dense', pairs), call())
    expect(onlyRun).toEqual(['PromptTokens@1'])
    expect(Object.keys(measures)).toContain('PromptTokens@2')
  })
})

describe('runs that cannot be compared', () => {
  const baseline = run('bm25', [
    ['a', 'a'],
    ['b', 'b'],
  ])
  const refused = (outcomes: QueryOutcome[]) =>
    expect(compare(baseline, { ...run('dense', []), outcomes }, call())).rejects
  const [first, second] = baseline.outcomes as [QueryOutcome, QueryOutcome]

  it.each([
    ['fewer queries', [first], 'measured on other queries', 'q1'],
    ['more queries', [first, second, { ...second, id: 'q2' }], 'measured on other queries', 'q2'],
    ['a query of other words', [first, { ...second, text: 'other' }], 'other queries', 'q1'],
    ['other golden tools', [first, { ...second, golden: [id('c')] }], 'by other labels', 'q1'],
    ['another grade', [first, { ...second, grades: { b: 2 } }], 'by other labels', 'q1'],
  ])('are refused for %s, with what to do', async (...[, outcomes, why, query]) => {
    await refused(outcomes).toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(
        new RegExp(`“bm25” and “dense”.*${why}.*“${query}”`),
      ) as string,
      fix: expect.stringContaining('golden set as it is now') as string,
    })
  })

  it('are told apart by the tier that is looked at', async () => {
    const part = run('dense', [['a', 'a']])
    const whole = { ...baseline, run: { ...baseline.run, goldenSet: 'asked', queries: 2 } }
    const vague = { ...part.run, goldenSet: 'asked', queries: 1, tier: 'vague' as const }
    await expect(compare(whole, { ...part, run: vague }, call())).rejects.toMatchObject({
      message: expect.stringContaining(
        'all 2 queries of “asked”, and 1 query of the tier “Vague” of “asked”',
      ) as string,
    })
  })

  it('are not those whose labels are only written otherwise', async () => {
    const graded = { ...first, grades: { a: 1 } }
    const both = { ...baseline, outcomes: [{ ...first, golden: [id('a'), id('b')] }] }
    const turned = { ...baseline, outcomes: [{ ...graded, golden: [id('b'), id('a')] }] }
    expect((await compare(both, turned, call())).queries).toBe(1)
  })
})

describe('measures at five tools more than are golden', () => {
  const golden: [string, string][] = [['a', 'uvwxya']]
  const k = [1, 10]
  const isThere = async (one: MeasuredRun, other: MeasuredRun) =>
    'ToolCorrectness@n+5' in (await compare(one, other, call())).measures

  it('are compared where both runs tell the tools, not where one was made for each k alone', async () => {
    const nested = run('bm25', golden, { k })
    const curve = { k, recall: [], all: [], promptTokens: [] }
    expect(await isThere(nested, run('dense', golden, { k }))).toBe(true)
    expect(await isThere(nested, run('dense', golden, { k, curve }))).toBe(false)
  })
})

const difference = (p: number, more: Partial<Difference> = {}): TestedDifference => ({
  mean: 0.02,
  ci95: [0.01, 0.03],
  wins: 40,
  ties: 50,
  losses: 10,
  p,
  corrected: p,
  tested: 1,
  standardError: 0.01,
  told: { level: 0.95, interval: [0.01, 0.03] },
  intervals: [1, 2, 3].map((tested) => [-tested, tested]),
  ...more,
})
const comparison = (run: string, measures: Record<string, TestedDifference>): Tested => ({
  baseline: 'a',
  run,
  queries: 100,
  few: false,
  onlyBaseline: [],
  onlyRun: [],
  measures,
})
const recalls = (...ps: number[]) =>
  correctedFor(ps.map((p, at) => comparison(`run ${at}`, { Recall: difference(p) }))).map(
    ({ measures }) => measures['Recall'] as Difference,
  )

describe('several runs held against one baseline', () => {
  it('are corrected by Holm: the smallest p times all of them, the next by one fewer', () => {
    // 3 · .01, 2 · .03, 1 · .04, which may not be below the one before it
    expect(recalls(0.04, 0.01, 0.03).map(({ corrected }) => corrected)).toEqual([0.06, 0.03, 0.06])
    expect(recalls(0.5, 0.7).map(({ corrected }) => corrected)).toEqual([1, 1])
    expect(recalls(0.04)[0]).toMatchObject({ corrected: 0.04, tested: 1 })
  })

  it('are counted measure by measure, without those that lack it', () => {
    const [one, other] = correctedFor([
      comparison('b', { Recall: difference(0.02), MRR: difference(0.02) }),
      comparison('c', { Recall: difference(0.03) }),
    ])
    expect(one?.measures['MRR']).toMatchObject({ corrected: 0.02, tested: 1 })
    expect(one?.measures['Recall']).toMatchObject({ corrected: 0.04, tested: 2 })
    expect(other?.measures['Recall']).toMatchObject({ corrected: 0.04, tested: 2 })
  })

  it('count one with as many tools as its recipe picks itself among those at a k', () => {
    const [one, other, adaptive] = correctedFor([
      comparison('b', { 'Recall@5': difference(0.01), 'MRR@5': difference(0.5) }),
      comparison('c', { 'Recall@5': difference(0.02) }),
      { ...comparison('d', { Recall: difference(0.03) }), meanSize: 7 },
    ])
    expect(one?.measures['Recall@5']).toMatchObject({ corrected: 0.03, tested: 3 })
    expect(other?.measures['Recall@5']).toMatchObject({ corrected: 0.04, tested: 3 })
    expect(adaptive?.measures['Recall']).toMatchObject({ corrected: 0.09, tested: 3 })
  })

  it('do not change what they were made of', () => {
    const given = [
      comparison('b', { Recall: difference(0.02) }),
      comparison('c', { Recall: difference(0.03) }),
    ]
    correctedFor(given)
    expect(given[0]?.measures['Recall']?.corrected).toBe(0.02)
  })
})

describe('the interval beside a verdict', () => {
  const steps = (...ps: number[]) =>
    recalls(...ps).map(({ told: { level, interval } }) => [level.toFixed(4), interval[1]])

  it('is at the level of Holm’s step, from the first that may be chance on at that one’s', () => {
    expect(steps(0.004, 0.001, 0.003)).toEqual([
      ['0.9500', 1],
      ['0.9833', 3],
      ['0.9750', 2],
    ])
    expect(steps(0.2, 0.001, 0.03)).toEqual([
      ['0.9750', 2],
      ['0.9833', 3],
      ['0.9750', 2],
    ])
    expect(steps(0.04)).toEqual([['0.9500', 1]])
  })

  it('does not carry along what was not told', () => {
    expect(recalls(0.04, 0.01)[0]).not.toHaveProperty('intervals')
  })

  it('leaves 0 out where the difference is clear and nowhere else, and is never narrower than the plain one', async () => {
    const random = randomNumbers(11)
    const found = { clear: 0, chance: 0 }
    for (let family = 0; family < 60; family++) {
      const queries = 5 + Math.floor(random() * 60)
      const shift = random() * 0.5
      const columns = Array.from({ length: 1 + (family % 5) }, () =>
        Float64Array.from({ length: queries }, () => {
          const at = random()
          // Ties, halves and thirds, as recall has them.
          return at < 0.4 ? 0 : Math.sign(at - 0.7 + shift * 0.3) / (1 + Math.floor(random() * 3))
        }),
      )
      const tests = await randomisationTests(columns, now)
      const compared = correctedFor(
        columns.map((values, at) => {
          const test = tests[at]
          const intervals = [1, 2, 3, 4, 5].map((tested) => test?.interval(tested) ?? [0, 0])
          const wins = values.filter((value) => value > 0).length
          const losses = values.filter((value) => value < 0).length
          const mean = values.reduce((sum, value) => sum + value, 0) / queries
          const own = { mean, wins, losses, ci95: intervals[0] as [number, number], intervals }
          return comparison(`run ${at}`, { Recall: difference(test?.p ?? 1, own) })
        }),
      )
      for (const { measures } of compared) {
        const told = measures['Recall'] as Difference
        const isClear = ['better', 'worse'].includes(clarityOf(told))
        const [low, high] = told.told.interval
        expect([isClear, told.p, low, high]).toEqual([low > 0 || high < 0, told.p, low, high])
        expect(low).toBeLessThanOrEqual(told.ci95[0])
        expect(high).toBeGreaterThanOrEqual(told.ci95[1])
        found[isClear ? 'clear' : 'chance']++
      }
    }
    // Else it could not fail.
    expect(Math.min(found.clear, found.chance)).toBeGreaterThan(20)
  })
})

describe('the smallest difference that is told', () => {
  it('is 1.96 standard errors for one run, and more for several', () => {
    expect(recalls(0.02)[0]?.tells).toBeCloseTo(0.0196, 4)
    // For three, 2.394: the normal distribution at 1 − .05 / 6.
    expect(recalls(0.02, 0.02, 0.02)[0]?.tells).toBeCloseTo(0.02394, 4)
  })

  it('is none where so few queries differ that all may fall one way by chance', () => {
    const told = (wins: number) =>
      correctedFor([comparison('b', { Recall: difference(0.02, { wins, losses: 0 }) })])[0]
        ?.measures['Recall']?.tells
    expect([told(5), told(6)]).toEqual([undefined, expect.closeTo(0.0196, 4)])
  })
})
