import { expect, it } from 'vitest'
import type { CachedBytes } from '../../../../src-main/pipeline/kit'
import { recommended, type Learned } from '../../../../src-main/pipeline/recommendation/learn'
import {
  keepLearned,
  nameOfPast,
  readLearned,
} from '../../../../src-main/pipeline/recommendation/learned-history'
import { askedFor, learnFrom, pastQueries, silent, wishes } from './past-of'

const pause = () => Promise.resolve()

function memory() {
  const kept = new Map<string, Uint8Array>()
  const derived: CachedBytes = {
    read: async (name) => kept.get(name),
    // As a file is read: from the middle of some bytes, at no whole word.
    keep: async (name, bytes) =>
      void kept.set(name, Buffer.concat([Buffer.alloc(3), bytes]).subarray(3)),
  }
  return { derived, kept }
}

const recommend = async (learned: Learned, text: string) => {
  const given = { documents: await silent(), leftOut: new Set([2]) }
  const { set, bundle, features, takesBundle } = recommended(learned, askedFor(text), given)
  return { set, bundle, features, takesBundle }
}

it('what was learned is kept, and recommends afterwards what it did before', async () => {
  const { derived } = memory()
  const rows = wishes(30)
  const learned = await learnFrom(rows)
  const past = await pastQueries(rows)
  const of = nameOfPast(past, 'model')
  await keepLearned(derived, learned, of)
  const again = await readLearned(derived, { past, of, pause })
  for (const text of ['w1 w2 please', 'w0 w3 w5', 'nothing known']) {
    expect(await recommend(again as Learned, text)).toEqual(await recommend(learned, text))
  }
})

it('nothing is taken from another past, another embedder, or bytes that are broken', async () => {
  const { derived, kept } = memory()
  const rows = wishes(30)
  const learned = await learnFrom(rows)
  const past = await pastQueries(rows)
  const of = nameOfPast(past, 'model')
  await keepLearned(derived, learned, of)
  const other = await pastQueries([...rows.slice(1), ['w1 please', 't1']])
  const otherOf = nameOfPast(other, 'model')
  expect(otherOf).not.toBe(of)
  expect(nameOfPast(past, 'another model')).not.toBe(of)
  expect(await readLearned(derived, { past: other, of: otherOf, pause })).toBeUndefined()
  const [[name, bytes] = ['', new Uint8Array()]] = kept
  for (const length of [0, 3, 40, bytes.length - 1]) {
    kept.set(name, bytes.slice(0, length))
    expect(await readLearned(derived, { past, of, pause })).toBeUndefined()
  }
  expect(await readLearned(undefined, { past, of, pause })).toBeUndefined()
})
