import { describe, expect, it } from 'vitest'
import type { Run } from '../../../../src-main/domain/run/run'
import {
  baselineAmong,
  chosenBaseline,
  firstBaseline,
  readBaseline,
} from '../../../../src-renderer/views/evaluation/baseline'
import { sampleRun } from './sample-runs'

/** A run begun at that hour, of a catalog and a golden set as they were then. */
const at = (recipe: string, hour: number, { catalog = 'c1', golden = 'g1', ...more } = {}): Run => {
  const provenance = { cell: '', version: '1', prompts: [], seed: 1 }
  return sampleRun({
    id: `${recipe} ${hour}`,
    recipe,
    number: hour,
    startedAt: `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`,
    provenance: { ...provenance, catalogHash: catalog, goldenHash: golden },
    ...more,
  })
}
const NEW = { catalog: 'c2' }
const idOf = (...given: Parameters<typeof baselineAmong>) => baselineAmong(...given)?.id

describe('the baseline', () => {
  const bm25 = at('bm25', 10)
  const hybrid = at('hybrid', 11)

  it('is the first on show until one is kept, and that one in whatever order they stand', () => {
    expect(idOf([bm25, hybrid], undefined)).toBe('bm25 10')
    expect(idOf([hybrid, bm25], firstBaseline(bm25))).toBe('bm25 10')
    expect(idOf([], firstBaseline(bm25))).toBeUndefined()
  })

  it('is carried on to the newer run of the same recipe with the same options', () => {
    const all = [at('hybrid', 13, NEW), at('bm25', 12, NEW)]
    for (const kept of [firstBaseline(bm25), chosenBaseline(bm25, [bm25, hybrid])]) {
      expect(idOf(all, kept)).toBe('bm25 12')
      // Also beside the run from before, whichever comes first.
      expect(idOf([bm25, ...all], kept)).toBe('bm25 12')
      expect(idOf([...all, bm25], kept)).toBe('bm25 12')
      // And by another embedder, or at other k.
      const otherwise = at('bm25', 14, NEW)
      expect(idOf([...all.slice(0, 1), { ...otherwise, embedder: 'b', k: [3] }], kept)).toBe(
        'bm25 14',
      )
    }
    const changed = { ...at('bm25', 14, NEW), options: { b: 0.1 } }
    expect(idOf([...all, changed], firstBaseline(bm25))).toBe('bm25 12')
  })

  it('is the run of the choice kept, of several of its recipe that were measured on the same', () => {
    const instant = { ...at('dense', 10), embedder: 'instant' }
    const other = { ...at('dense', 11), embedder: 'other' }
    expect(idOf([instant, other], chosenBaseline(instant, [instant, other]))).toBe('dense 10')
    expect(idOf([instant, other], chosenBaseline(other, [instant, other]))).toBe('dense 11')
  })

  it('is never silently of another catalog or golden set than the newest on show', () => {
    for (const edited of [NEW, { golden: 'g2' }]) {
      const newer = at('hybrid', 12, edited)
      expect(idOf([bm25, newer], undefined)).toBe('hybrid 12')
      expect(idOf([bm25, newer], firstBaseline(bm25))).toBe('hybrid 12')
      // Said by a person, it is, until its recipe is measured again.
      const said = chosenBaseline(bm25, [bm25, newer])
      expect(idOf([bm25, newer], said)).toBe('bm25 10')
      expect(idOf([bm25, newer, at('bm25', 13, edited)], said)).toBe('bm25 13')
    }
  })

  it('stays a run from before that a person chose beside the newer one of its recipe', () => {
    const newer = at('bm25', 12, NEW)
    const said = chosenBaseline(bm25, [bm25, hybrid, newer])
    expect(idOf([bm25, newer], said)).toBe('bm25 10')
    // Not on show any more, it is that of its recipe.
    expect(idOf([at('hybrid', 13, NEW), newer], said)).toBe('bm25 12')
    expect(idOf([bm25, newer, at('bm25', 14, NEW)], said)).toBe('bm25 14')
  })

  it('is found among parts of runs as well', () => {
    const part = (run: Run): Run => ({ ...run, id: `${run.id}:vague`, tier: 'vague' })
    expect(idOf([part(bm25), part(hybrid)], chosenBaseline(hybrid, [bm25, hybrid]))).toBe(
      'hybrid 11:vague',
    )
  })

  it('is read as it was kept, and as none where that is damaged', () => {
    const kept = chosenBaseline(bm25, [bm25])
    expect(readBaseline(JSON.stringify(kept))).toEqual(kept)
    for (const text of ['', '{', '[]', '["bm25"]', '{"recipe":1}']) {
      expect(readBaseline(text)).toBeUndefined()
    }
  })
})
