import { describe, expect, it } from 'vitest'
import { buildMemoryVectorIndex } from '../../../../src-main/adapters/memory/memory-vector-index'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'
import type { VectorDocument } from '../../../../src-main/ports/vector-index'

const DIMENSIONS = 6
const random = randomNumbers(7)

function vector(): Float32Array {
  const values = Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5)
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}
/** Every third key has two vectors. */
const documents = (from: number, to: number): VectorDocument<string>[] =>
  Array.from({ length: to - from }, (_, at) => `key${String(from + at).padStart(4, '0')}`).flatMap(
    (key, at) => Array.from({ length: at % 3 === 0 ? 2 : 1 }, () => ({ key, vector: vector() })),
  )

describe('an index of which more vectors are replaced than are laid over it', () => {
  it.each(['best', 'mean'] as const)('is as one made of all, pooled by %s', async (pooling) => {
    const before = documents(0, 600)
    const after = documents(200, 650)
    const replaced = Map.groupBy(after, ({ key }) => key)
    const gone = 'key0100'
    const index = buildMemoryVectorIndex(before, pooling).withVectors(
      new Map([
        ...[...replaced].map(([key, own]) => [key, own.map((each) => each.vector)] as const),
        [gone, []],
      ]),
    )
    const stays = before.filter(({ key }) => !replaced.has(key) && key !== gone)
    const anew = buildMemoryVectorIndex([...stays, ...after], pooling)
    expect(index.size).toBe(anew.size)
    const queries = Array.from({ length: 5 }, vector)
    const search = { depth: 40 }
    const hits = await index.search(queries, search)
    const others = await anew.search(queries, search)
    for (const [at, list] of hits.entries()) {
      expect(list.map(({ key }) => key)).toEqual(others[at]?.map(({ key }) => key))
      // A mean that was rounded once may differ by its last digit.
      for (const [place, { score }] of list.entries()) {
        expect(score).toBeCloseTo(others[at]?.[place]?.score ?? 0, 6)
      }
    }
    const one = await index.rate(queries, ['key0000', gone], {})
    const other = await anew.rate(queries, ['key0000'], {})
    expect(one.map(({ hits }) => hits.length)).toEqual(other.map(({ hits }) => hits.length))
  })
})
