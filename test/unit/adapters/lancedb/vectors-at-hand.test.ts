import { expect, it } from 'vitest'
import { vectorsAtHand } from '../../../../src-main/adapters/lancedb/vectors/vectors-at-hand'

const VECTOR_BYTES = 8
const vectorOf = (hash: string) => Float32Array.of(hash.length, 1)

/** Vectors at hand, and which hashes were read. */
function reading(mostVectors = 10) {
  const read: string[][] = []
  const atHand = vectorsAtHand(mostVectors * VECTOR_BYTES)
  const vectors = (hashes: string[], model = 'model') =>
    atHand.of(model, new Set(hashes), (others) => {
      read.push([...others])
      return Promise.resolve(new Map([...others].map((hash) => [hash, vectorOf(hash)])))
    })
  return { atHand, vectors, read }
}

it('reads what was not read before, of each embedder', async () => {
  const { vectors, read } = reading()
  await vectors(['a', 'bb'])
  const found = await vectors(['bb', 'ccc'])
  expect(found).toEqual(new Map(['bb', 'ccc'].map((hash) => [hash, vectorOf(hash)])))
  await vectors(['a', 'bb', 'ccc'])
  await vectors(['a'], 'another')
  expect(read).toEqual([['a', 'bb'], ['ccc'], ['a']])
})

it('reads what was forgotten again', async () => {
  const { atHand, vectors, read } = reading()
  await vectors(['a'])
  atHand.forget('model')
  await vectors(['a'])
  expect(read).toEqual([['a'], ['a']])
})

it('keeps the latest that fit, and none of more than fit at once', async () => {
  const { vectors, read } = reading(2)
  await vectors(['a', 'b'])
  await vectors(['c'])
  await vectors(['b', 'c'])
  await vectors(['x', 'y', 'z'])
  await vectors(['b', 'c'])
  await vectors(['a'])
  expect(read).toEqual([['a', 'b'], ['c'], ['x', 'y', 'z'], ['a']])
})
