import { describe, expect, it } from 'vitest'
import { buildMemoryVectorIndex } from '../../src-main/adapters/memory/memory-vector-index'
import { describeVectorIndex } from './vector-index.suite'

describeVectorIndex('memory vector index', buildMemoryVectorIndex)

describe('the memory vector index', () => {
  it('refuses vectors of different lengths and not finite ones', () => {
    const one = { key: 'one', vector: Float32Array.of(1, 0) }
    for (const broken of [[1], [NaN, 1], [1, Infinity]]) {
      const documents = [one, { key: 'broken', vector: Float32Array.from(broken) }]
      expect(() => buildMemoryVectorIndex(documents)).toThrow(
        expect.objectContaining({ code: 'bad-input' }),
      )
    }
  })
})
