import { describe, expect, it } from 'vitest'
import { comparedFirst, lookedAtFirst } from '../../../../src-main/domain/run/comparable-runs'
import type { OutdatedRuns } from '../../../../src-main/domain/run/outdated'
import type { Run } from '../../../../src-main/domain/run/run'
import { sampleRun } from '../../renderer/evaluation/sample-runs'

const PROVIDERS = ['p1', 'p2', 'p3', 'p4', 'p5']

/** A run that is called as its recipe unless told otherwise, at this hour. */
const at = (hour: number, changes: Partial<Run>): Run =>
  sampleRun({
    id: changes.recipe ?? 'bm25',
    startedAt: `2026-11-20T${hour}:00:00.000Z`,
    ...changes,
  })

interface Choice {
  outdated?: OutdatedRuns
  withOtherSplits?: boolean
  like?: Run
}
const isSimulated = (id: string) => PROVIDERS.includes(id)

const idsOf = (runs: Run[], choice: Choice = {}) =>
  lookedAtFirst(runs, { outdated: {}, isSimulated, ...choice }).map(({ id }) => id)

const comparedOf = (runs: Run[], choice: Choice = {}) =>
  comparedFirst(runs, { outdated: {}, isSimulated, ...choice }).map(({ id }) => id)

const sized = (hour: number, tools: number, changes: Partial<Run> = {}) =>
  at(hour, { id: `at ${tools}`, catalogSize: { tools, seed: 1 }, ...changes })

describe('the runs that are looked at first', () => {
  it('are the latest with the comparable ones before it, in the order they ran', () => {
    const runs = [
      at(10, { id: 'old bm25' }),
      at(11, { id: 'other set', goldenSet: 'dev' }),
      at(12, {}),
      at(13, { recipe: 'hybrid' }),
    ]
    expect(idsOf(runs)).toEqual(['bm25', 'hybrid'])
  })

  it('are providers’ own searches where they were measured last, behind the newest other run', () => {
    const own = [at(10, {}), at(11, { recipe: 'hybrid' })]
    const measured = [...own, ...PROVIDERS.map((recipe, more) => at(12 + more, { recipe }))]
    expect(idsOf(measured)).toEqual(['hybrid', ...PROVIDERS])
    expect(idsOf([...measured, at(20, { recipe: 'dense' })])).toEqual(['bm25', 'hybrid', 'dense'])
  })

  it('are none of a golden set before it was edited', () => {
    const of = (goldenHash: string): Partial<Run> => ({
      provenance: { cell: goldenHash, goldenHash } as never,
    })
    const before = at(10, of('g1'))
    expect(idsOf([before, at(11, { recipe: 'hybrid', ...of('g2') })])).toEqual(['hybrid'])
  })

  it('are of what is in use now, also where newer ones are of an edit taken back', () => {
    const on = (content: string) => ({ catalog: { tools: 107, revision: 3, content } })
    const runs = [
      at(10, on('a')),
      at(11, { recipe: 'hybrid', ...on('a') }),
      at(12, { id: 'edited', ...on('b') }),
    ]
    expect(idsOf(runs)).toEqual(['edited'])
    const outdated: OutdatedRuns = { edited: [{ of: 'catalog', edits: 1 }] }
    expect(idsOf(runs, { outdated })).toEqual(['bm25', 'hybrid'])
  })

  it('are none without a part of a recipe', () => {
    const runs = [at(10, { recipe: 'hybrid' }), at(11, { id: 'without', leftOut: 'no fusion' })]
    expect(idsOf(runs)).toEqual(['hybrid'])
  })

  it('are by the embedder in use, and by others where these were measured since', () => {
    const by = (hour: number, id: string, embedder: string) =>
      at(hour, { id, recipe: 'dense', embedder })
    const runs = [at(10, {}), by(11, 'before', 'a'), by(12, 'used', 'b'), by(13, 'tried', 'c')]
    const outdated: OutdatedRuns = {
      before: [{ of: 'embedder', was: 'a', is: 'b' }],
      tried: [{ of: 'embedder', was: 'c', is: 'b' }],
    }
    expect(idsOf(runs, { outdated })).toEqual(['bm25', 'used', 'tried'])
  })

  it('are of the largest catalog, each size for itself', () => {
    expect(idsOf([sized(10, 50), sized(11, 20)])).toEqual(['at 50'])
    expect(idsOf([at(9, {}), sized(10, 50)])).toEqual(['bm25'])
  })

  it('are on a drawn catalog where the whole one was measured on another golden set', () => {
    const other = at(10, { id: 'other set', goldenSet: 'dev' })
    expect(idsOf([other, sized(11, 50), sized(12, 20)])).toEqual(['at 50'])
  })

  it('are on a drawn catalog where what the whole one measured is outdated', () => {
    const before = at(10, {})
    const runs = [before, sized(11, 50), sized(12, 50, { id: 'hybrid at 50', recipe: 'hybrid' })]
    const outdated: OutdatedRuns = { bm25: [{ of: 'catalog', edits: 1 }] }
    expect(idsOf(runs, { outdated })).toEqual(['at 50', 'hybrid at 50'])
    const of20 = sized(13, 20, { id: 'dense at 20', recipe: 'dense' })
    expect(idsOf([...runs, of20], { outdated })).toEqual(['dense at 20'])
  })

  it('are alike to the one that is named, by the same rule', () => {
    const runs = [
      at(10, { recipe: 'named' }),
      at(11, { id: 'dense before', recipe: 'dense' }),
      at(12, { recipe: 'dense' }),
      at(13, { id: 'part', recipe: 'hybrid', leftOut: 'no fusion' }),
      at(14, { id: 'other set', goldenSet: 'dev' }),
    ]
    expect(idsOf(runs, { like: runs[0] as Run })).toEqual(['named', 'dense'])
  })

  it('are of one split, unless others are to be read beside it', () => {
    const by = (hour: number, seed: number) =>
      at(hour, { id: `seed ${seed}`, split: { by: 'bundle', seed, learned: 96 } })
    const runs = [by(10, 1), by(11, 2)]
    expect(idsOf(runs)).toEqual(['seed 2'])
    expect(idsOf(runs, { withOtherSplits: true })).toEqual(['seed 1', 'seed 2'])
  })
})

describe('the runs that are compared first', () => {
  const models = ['one', 'two'].map((chatModel, more) =>
    at(11 + more, { id: `by ${chatModel}`, provenance: { cell: chatModel, chatModel } as never }),
  )

  it('are those that are looked at first, where these are several', () => {
    expect(comparedOf([...models, at(13, { recipe: 'hybrid' })])).toEqual(['by two', 'hybrid'])
  })

  it('are of one choice where there is no other, such as by two chat models', () => {
    const part = at(13, { id: 'part', leftOut: 'no fusion' })
    const other = at(10, { id: 'other set', goldenSet: 'dev' })
    const runs = [other, ...models, part]
    expect(idsOf(runs)).toEqual(['by two'])
    expect(comparedOf(runs)).toEqual(['by one', 'by two'])
    expect(comparedOf(runs, { like: models[0] as Run })).toEqual(['by one', 'by two'])
  })

  it('are none beside one that nothing can be compared with', () => {
    expect(comparedOf([])).toEqual([])
    expect(comparedOf([at(10, { goldenSet: 'dev' }), at(11, { recipe: 'dense' })])).toEqual([
      'dense',
    ])
  })
})
