import { describe, expect, it } from 'vitest'
import { pacedBatches } from '../../../../src-main/adapters/ollama/ollama-embedder'

describe('paced batches', () => {
  it('hold as many as are done in time, at least one and never more than wanted', () => {
    const batches = pacedBatches({ most: 32, wantedMs: 10_000 })
    expect(batches.size()).toBe(32)
    batches.took(32, 64_000)
    expect(batches.size()).toBe(5)
    batches.took(5, 600_000)
    expect(batches.size()).toBe(1)
    batches.took(1, 0)
    expect(batches.size()).toBe(32)
  })
})
