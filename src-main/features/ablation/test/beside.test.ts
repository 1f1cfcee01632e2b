import { describe, expect, it } from 'vitest'
import type { Run } from '../../../domain/run/run'
import { run } from '../../../../test/fixtures/workspace/content'
import { isBeside } from '../read'

const PROVENANCE = { cell: 'c', version: '1', goldenHash: 'g', prompts: [], seed: 1 }
const hybrid = (
  provenance: Partial<typeof PROVENANCE & { embedder: string; model: string }>,
): Run => ({
  ...run('one'),
  recipe: 'hybrid',
  catalog: { tools: 3, revision: 1, content: 'content' },
  provenance: { ...PROVENANCE, ...provenance },
})

describe('a part beside a whole recipe', () => {
  it('was measured by the same embedder and model', () => {
    const whole = hybrid({ embedder: 'instant', model: 'm' })
    expect(isBeside(hybrid({ embedder: 'instant', model: 'm' }), whole)).toBe(true)
    expect(isBeside(hybrid({ embedder: 'sentences', model: 'm' }), whole)).toBe(false)
    expect(isBeside(hybrid({ embedder: 'instant', model: 'other' }), whole)).toBe(false)
  })

  it('may embed nothing, and ask no model', () => {
    expect(isBeside(hybrid({}), hybrid({ embedder: 'instant', model: 'm' }))).toBe(true)
  })

  it('was measured on the same queries and tools', () => {
    const whole = hybrid({})
    expect(isBeside(hybrid({ goldenHash: 'edited' }), whole)).toBe(false)
    const catalog = { tools: 3, revision: 2, content: 'another' }
    expect(isBeside({ ...whole, catalog }, whole)).toBe(false)
  })
})
