import type { Pooling } from '../../ports/hit'

/** Documents in the order of their keys, with the keys numbered in that order. */
export interface Keyed<Key extends string, Document> {
  documents: readonly Document[]
  /** Rising: the lower key number wins a tie. */
  keys: readonly Key[]
  /** Each document's key number. */
  keyOf: Uint32Array
}

export function inKeyOrder<Key extends string, Document extends { key: Key }>(
  given: readonly Document[],
): Keyed<Key, Document> {
  const documents = [...given].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const keys: Key[] = []
  const keyOf = Uint32Array.from(documents, ({ key }) => {
    if (keys.at(-1) !== key) keys.push(key)
    return keys.length - 1
  })
  return { documents, keys, keyOf }
}

/** The scores of keys from those of their documents. */
export interface Pooled {
  /** Key numbers, in no particular order. */
  candidates: Uint32Array
  /** By key number; reused until the next call. */
  scores: Float64Array
  /** The documents of a key that count for its score: the best one, or all of them. */
  documentsOf(key: number): readonly number[]
}
export type Pool = (candidates: Uint32Array, scores: Float64Array) => Pooled

/** Pools the scores of documents by key. Where each key has one document, there is nothing to pool. */
export function pooler({ keys, keyOf }: Keyed<string, unknown>, pooling: Pooling): Pool {
  if (keys.length === keyOf.length) {
    return (candidates, scores) => ({ candidates, scores, documentsOf: (key) => [key] })
  }
  const firstOf = firstDocuments(keyOf, keys.length)
  const countOf = (key: number) => (firstOf[key + 1] as number) - (firstOf[key] as number)
  const pooled = new Float64Array(keys.length)
  const seen = new Uint8Array(keys.length)
  const best = new Uint32Array(keys.length)
  const found = new Uint32Array(keys.length)
  return (candidates, scores) => {
    seen.fill(0)
    let count = 0
    for (const document of candidates) {
      const key = keyOf[document] as number
      const score = scores[document] as number
      const isNew = seen[key] === 0
      if (isNew) {
        seen[key] = 1
        found[count++] = key
        pooled[key] = 0
      }
      if (pooling === 'mean') pooled[key] = (pooled[key] as number) + score / countOf(key)
      else if (isNew || score > (pooled[key] as number)) {
        pooled[key] = score
        best[key] = document
      }
    }
    return {
      candidates: found.subarray(0, count),
      scores: pooled,
      documentsOf: (key) =>
        pooling === 'best'
          ? [best[key] as number]
          : Array.from({ length: countOf(key) }, (_, at) => (firstOf[key] as number) + at),
    }
  }
}

/** Where each key's documents begin, and after the last key where they end. */
export function firstDocuments(keyOf: Uint32Array, keys: number): Uint32Array {
  const first = new Uint32Array(keys + 1)
  for (const key of keyOf) first[key + 1] = (first[key + 1] as number) + 1
  for (let key = 0; key < keys; key++) {
    first[key + 1] = (first[key + 1] as number) + (first[key] as number)
  }
  return first
}
