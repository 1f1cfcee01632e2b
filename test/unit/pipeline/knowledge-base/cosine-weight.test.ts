import { describe, expect, it } from 'vitest'
import {
  cosineWeightOf,
  shareRead,
} from '../../../../src-main/pipeline/knowledge-base/cosine-weight'
import type { Embedder } from '../../../../src-main/ports/embedder'
import { derivedIn } from '../../../fakes/derived'

const signal = new AbortController().signal

/** Its cosines of the i-th tool are those given, whatever the request. */
function embedderWith(cosines: readonly number[], fingerprint: string) {
  const asked: number[] = []
  const embedder: Embedder = {
    name: 'fake',
    fingerprint,
    dimensions: 1,
    reads: 'sentences',
    embedQueries: (texts) => {
      asked.push(texts.length)
      return Promise.resolve(texts.map(() => Float32Array.of(1)))
    },
    embedDocuments: (texts) =>
      Promise.resolve(
        texts.map((_, at) => Float32Array.of(cosines[at % cosines.length] as number)),
      ),
  }
  return { embedder, asked }
}

describe('what a cosine counts', () => {
  it('is what was fitted for the embedder', async () => {
    const { embedder, asked } = embedderWith([0.4, 0.6], 'fitted')
    expect(await cosineWeightOf({ ...embedder, cosineWeight: 3 }, signal)).toBe(3)
    expect(asked).toEqual([])
  })

  it('is the more, the less cosines deviate', async () => {
    const wide = await cosineWeightOf(embedderWith([-0.5, 0.5], 'wide').embedder, signal)
    const narrow = await cosineWeightOf(embedderWith([0.4, 0.6], 'narrow').embedder, signal)
    expect(wide).toBeCloseTo(1.2, 4)
    expect(narrow).toBeCloseTo(6, 4)
    const hardly = embedderWith([0.5, 0.501], 'hardly').embedder
    expect(await cosineWeightOf(hardly, signal)).toBe(15)
  })

  it('leaves out texts of which a model makes no vector', async () => {
    const all = await cosineWeightOf(embedderWith([0.2, 0.6], 'all').embedder, signal)
    const some = await cosineWeightOf(embedderWith([0, 0.2, 0.6], 'some').embedder, signal)
    expect(some).toBeCloseTo(all, 4)
  })

  it('is waited for no longer than a caller wants, and others still get it', async () => {
    const { embedder } = embedderWith([0.4, 0.6], 'shared')
    const stopping = new AbortController()
    const one = cosineWeightOf(embedder, stopping.signal)
    const other = cosineWeightOf(embedder, signal)
    stopping.abort(new Error('enough'))
    await expect(one).rejects.toThrow('enough')
    expect(await other).toBeCloseTo(6, 4)
  })

  it('is nothing where all cosines are equal', async () => {
    expect(await cosineWeightOf(embedderWith([0.7], 'equal').embedder, signal)).toBe(0)
  })

  it('is measured once for a model', async () => {
    const { embedder, asked } = embedderWith([0.4, 0.6], 'once')
    await Promise.all([cosineWeightOf(embedder, signal), cosineWeightOf(embedder, signal)])
    expect(asked).toHaveLength(1)
  })

  it('is kept for the next process, and measured where what was kept is no weight', async () => {
    const kept = new Map<string, Uint8Array>()
    const derived = derivedIn(kept)
    await cosineWeightOf(embedderWith([0.4, 0.6], 'first process').embedder, signal, derived)
    const [[name = '', bytes] = []] = kept
    expect(name).toContain('first process')
    kept.set(name.replace('first', 'next'), bytes ?? new Uint8Array())
    const next = embedderWith([-0.5, 0.5], 'next process')
    expect(await cosineWeightOf(next.embedder, signal, derived)).toBeCloseTo(6, 4)
    expect(next.asked).toEqual([])
    kept.set(name.replace('first', 'odd'), new TextEncoder().encode('"many"'))
    const odd = embedderWith([-0.5, 0.5], 'odd process').embedder
    expect(await cosineWeightOf(odd, signal, derived)).toBeCloseTo(1.2, 4)
  })

  it('is measured again after a failure', async () => {
    const { embedder } = embedderWith([0.4, 0.6], 'failing')
    const failing = { ...embedder, embedQueries: () => Promise.reject(new Error('away')) }
    await expect(cosineWeightOf(failing, signal)).rejects.toThrow('away')
    expect(await cosineWeightOf(embedder, signal)).toBeGreaterThan(0)
  })
})

describe('what an embedder reads of a text', () => {
  it.each([
    ['book a flight', 1],
    ['预订航班', 0.1],
    ['预订 ab', 0.5],
    ['2 + 2', 1],
    ['', 1],
  ])('of %j is %d where it knows Latin letters alone', (text, share) => {
    expect(shareRead({ ...embedderWith([0], 'any').embedder, script: 'latin' }, [text])).toBe(share)
  })

  it('is all of it where it knows any script', () => {
    expect(shareRead(embedderWith([0], 'any').embedder, ['预订航班'])).toBe(1)
  })
})
