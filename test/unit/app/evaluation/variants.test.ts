import { describe, expect, it } from 'vitest'
import { inOrder } from '../../../../src-main/app/evaluation/variants'
import { recipes } from '../../../../src-main/pipeline/recipes/registry'
import { run } from '../../../fixtures/workspace/content'

const bm25 = (options: { b?: number }) => ({ recipe: 'bm25', options })
const measured = (id: string, options: { b?: number }) => ({ ...run(id), ...bm25(options) })

describe('the runs of variants', () => {
  it('are told by their options, whatever a run of before is called', () => {
    const plain = measured('reused', { b: 0 })
    const whole = measured('whole', { b: 0.75 })
    const found = inOrder({ runs: [plain, whole], failed: [] }, [bm25({}), bm25({ b: 0 })], recipes)
    expect(found).toEqual([whole, plain])
  })

  it('are there though they could not be stored, and missing where nothing was measured', () => {
    const unsaved = measured('unsaved', { b: 0 })
    const problem = { code: 'unavailable' as const, message: 'The disk is full.' }
    const failed = [
      { ...bm25({ b: 0 }), problem, run: unsaved },
      { ...bm25({ b: 0.75 }), problem },
    ]
    const found = inOrder({ runs: [], failed }, [bm25({}), bm25({ b: 0 })], recipes)
    expect(found).toEqual([undefined, unsaved])
  })

  it('are of the embedder that a variant names', () => {
    const instant = {
      ...measured('instant', {}),
      recipe: 'dense',
      options: {},
      embedder: 'instant',
    }
    const other = { ...instant, id: 'other', embedder: 'sentences' }
    const variants = ['sentences', 'instant'].map((embedder) => ({
      recipe: 'dense',
      options: {},
      embedder,
    }))
    expect(inOrder({ runs: [instant, other], failed: [] }, variants, recipes)).toEqual([
      other,
      instant,
    ])
  })
})
