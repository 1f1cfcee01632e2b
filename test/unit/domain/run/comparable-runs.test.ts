import { describe, expect, it } from 'vitest'
import { lookedAtFirst } from '../../../../src-main/domain/run/comparable-runs'
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

const idsOf = (
  runs: Run[],
  { outdated = {}, ...choice }: { outdated?: OutdatedRuns; withOtherSplits?: boolean } = {},
) => {
  const isSimulated = (id: string) => PROVIDERS.includes(id)
  return lookedAtFirst(runs, { outdated, isSimulated, ...choice }).map(({ id }) => id)
}

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
    const of = (hour: number, id: string, tools: number) =>
      at(hour, { id, catalogSize: { tools, seed: 1 } })
    expect(idsOf([of(10, 'large', 50), of(11, 'small', 20)])).toEqual(['large'])
    expect(idsOf([at(9, {}), of(10, 'large', 50)])).toEqual(['bm25'])
  })

  it('are of one split, unless others are to be read beside it', () => {
    const by = (hour: number, seed: number) =>
      at(hour, { id: `seed ${seed}`, split: { by: 'bundle', seed, learned: 96 } })
    const runs = [by(10, 1), by(11, 2)]
    expect(idsOf(runs)).toEqual(['seed 2'])
    expect(idsOf(runs, { withOtherSplits: true })).toEqual(['seed 1', 'seed 2'])
  })
})
