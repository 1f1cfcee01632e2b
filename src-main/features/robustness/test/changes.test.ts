import { describe, expect, it } from 'vitest'
import { ROBUSTNESS_COLUMNS } from '../shared/columns'
import type { GoldenQuery } from '../../../domain/query/golden-set'
import { robustnessBasis, robustnessText } from '../shared/words'
import type { Robustness } from '../shared/robustness'
import type { ToolId } from '../../../domain/tool/tool'
import { judgeRound, robustnessOf, type RoundResult } from '../changes/robustness'
import { id } from '../../../../test/fakes/catalog-tool'

const query = (name: string, ...tools: string[]): GoldenQuery => ({
  id: name,
  text: name,
  tools: tools.map(id),
  origin: 'human',
})
const given = (...tools: string[]) => ({ tools: tools.map(id) })
const noPause = () => Promise.resolve()

const QUERIES = [query('q1', 'a', 'b'), query('q2', 'c'), query('q3', 'd'), query('q4', 'e')]
/** Both of a and b, c, not d, and e. */
const BEFORE = judgeRound(QUERIES, [given('a', 'b'), given('c'), given('x'), given('e')])

/** `a` is split into two, and `e` is gone. */
const rightOf = (tool: ToolId) =>
  tool === id('a') ? [id('a'), id('a2')] : tool === id('e') ? [] : [tool]
const round = (seed: number, ...sets: { tools: ToolId[]; degraded?: string }[]): RoundResult => ({
  round: { kind: 'split', seed, share: 0.2 },
  changed: seed,
  undone: 0,
  answers: judgeRound(QUERIES, sets, rightOf),
})

const told = (rounds: RoundResult[]) =>
  robustnessOf({ queries: QUERIES, before: BEFORE, rounds }, (tool) => ({ name: tool }), noPause)

/**
 * What the first query was given, which needs a and b: before any round, and once one of them is
 * gone.
 */
function toldGone(before: string[], ...rounds: { gone: string; given: string[] }[]) {
  const queries = QUERIES.slice(0, 1)
  const asked = {
    queries,
    before: judgeRound(queries, [given(...before)]),
    rounds: rounds.map(({ gone, given: set }, at): RoundResult => ({
      round: { kind: 'deprecate', seed: at + 1, share: 0.2 },
      changed: 1,
      undone: 0,
      answers: judgeRound(queries, [given(...set)], (tool) => (tool === id(gone) ? [] : [tool])),
    })),
  }
  return robustnessOf(asked, (tool) => ({ name: tool }), noPause)
}

describe('how much is kept', () => {
  it('is held against what is right by then, of the queries that can be compared', async () => {
    const { kinds, breaks, broken } = await told([
      // The second part of a is as right as the first; b is lost; d is found by now.
      round(1, given('a2'), given('c'), given('d'), given('e')),
      // Both are kept; c is lost.
      round(2, given('a', 'b'), given('x'), given('x'), given('e')),
    ])
    const split = kinds.find(({ kind }) => kind === 'split')
    // q4 needs what is gone. Before: (1 + 1 + 0) / 3; after: q1 (.5 + 1) / 2, q2 (1 + 0) / 2, q3 (1
    // + 0) / 2.
    expect(split).toMatchObject({ queries: 3, leftOut: 1, changed: 1.5, lost: 1, degraded: 0 })
    expect(split?.before.mean).toBeCloseTo(2 / 3)
    expect(split?.after.mean).toBeCloseTo((0.75 + 0.5 + 0.5) / 3)
    expect(split?.difference.mean).toBeCloseTo((0.75 + 0.5 + 0.5) / 3 - 2 / 3)
    // Of what was found before: q1 keeps .75, q2 .5; q3 had nothing to keep.
    expect(split?.kept?.mean).toBeCloseTo(0.625)
    expect(broken).toBe(2)
    expect(breaks).toEqual([
      { tool: 'b', name: 'b', asked: 2, lost: 1, by: [{ kind: 'split', lost: 1 }] },
      { tool: 'c', name: 'c', asked: 2, lost: 1, by: [{ kind: 'split', lost: 1 }] },
    ])
  })

  it('is of the right tools that are still there, in each round anew', async () => {
    const { kinds } = await toldGone(['b'], { gone: 'a', given: ['b'] }, { gone: 'b', given: [] })
    const effect = kinds.find(({ kind }) => kind === 'deprecate')
    // Of b alone 1 before and after, of a alone 0: where nothing was found, nothing could be kept.
    expect(effect).toMatchObject({ queries: 1, leftOut: 0, lost: 0, kept: { mean: 1 } })
    expect([effect?.before.mean, effect?.after.mean]).toEqual([0.5, 0.5])
  })

  it('lists no tool that is lost because another one is gone', async () => {
    const { kinds, breaks } = await toldGone(['b'], { gone: 'a', given: [] })
    expect(kinds.find(({ kind }) => kind === 'deprecate')).toMatchObject({ lost: 1 })
    expect(breaks).toEqual([])
  })

  it('counts no answer that lacks a part of the recipe', async () => {
    const { kinds, degraded, breaks } = await told([
      round(1, { ...given(), degraded: 'The model was away.' }, given('c'), given(), given()),
    ])
    const split = kinds.find(({ kind }) => kind === 'split')
    expect(split).toMatchObject({ queries: 2, degraded: 1, lost: 0, kept: { mean: 1 } })
    expect({ degraded, breaks }).toEqual({ degraded: ['The model was away.'], breaks: [] })
  })

  it('is nothing where no query can be compared', async () => {
    const { all } = await told([])
    expect(all).toMatchObject({ queries: 0, before: { mean: 0, ci95: [0, 0] } })
    expect(all).not.toHaveProperty('kept')
  })
})

describe('robustness in words', () => {
  const measured = async (more: Partial<Robustness> = {}): Promise<Robustness> => ({
    ...(await told([])),
    recipe: 'hybrid',
    options: {},
    askedOf: 'Hybrid',
    k: 5,
    goldenSet: 'dev',
    queries: 200,
    of: 700,
    seeds: 3,
    share: 0.2,
    measuredAt: '2026-11-02T08:00:00Z',
    ...more,
  })

  it('says what is kept with its interval, and of how many tools', async () => {
    const { all } = await measured()
    const kept = { mean: 0.931, ci95: [0.904, 0.952] as [number, number] }
    const some = await measured({ all: { ...all, queries: 200, kept } })
    expect(robustnessText(some)).toBe(
      'Hybrid keeps 93.1 % [90.4, 95.2] of what it finds when a fifth of the tools change.',
    )
    expect(robustnessText({ ...some, share: 0.15 })).toContain('when 15 % of the tools change.')
    expect(robustnessBasis(some)).toEqual([
      expect.stringMatching(
        /^200 of 700 queries of “dev”, k = 5; tools drawn anew 3 times.*row of their own/,
      ),
    ])
  })

  it('says that nothing was found before either', async () => {
    const { kinds } = await toldGone([], { gone: 'a', given: [] })
    const gone = kinds.find(({ kind }) => kind === 'deprecate') as (typeof kinds)[number]
    expect(gone).not.toHaveProperty('kept')
    expect(ROBUSTNESS_COLUMNS.kept.value(gone)).toBe('nothing found before')
    expect(robustnessText(await measured({ all: gone }))).toBe(
      'Hybrid finds no right tool even before any tool changes.',
    )
  })

  it('says what limits it', async () => {
    const { all } = await measured()
    expect(robustnessText(await measured())).toContain('No query could be compared')
    const some = await measured({
      all: { ...all, queries: 4, undone: 1, degraded: 2 },
      degraded: ['It was away.'],
    })
    expect(robustnessBasis(some).slice(1)).toEqual([
      'Only 4 queries: intervals are narrower than they should be.',
      'Up to 1 change of a kind would have made two tools equal: not made.',
      'Answers without a part of the recipe count for nothing (2 queries at most): It was away.',
    ])
  })
})
