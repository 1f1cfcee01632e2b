import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Embedder } from '../../src-main/ports/embedder'

const never = new AbortController().signal
const lengthOf = (vector: Float32Array): number => Math.hypot(...vector)
const TEXTS = ['Sends an e-mail', 'Finds messages in a mailbox', 'Pays a charge back']

interface Case {
  open(): Promise<Embedder>
  /** An embedder whose vectors cannot be compared with those of `open`. */
  openOther?(): Promise<Embedder>
  close?(): Promise<void>
}

/** What every embedder does, whatever it is made of. */
export function describeEmbedder(name: string, { open, openOther, close }: Case): void {
  describe(`${name}: embedder`, () => {
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await open()
    })
    afterAll(() => close?.())

    it('gives a text the same vector each time, alone or among others', async () => {
      const together = await embedder.embedDocuments(TEXTS, never)
      const again = await embedder.embedDocuments([...TEXTS].reverse(), never)
      const [alone] = await embedder.embedDocuments([TEXTS[1] as string], never)
      expect(again.reverse()).toEqual(together)
      expect(alone).toEqual(together[1])
    })

    it('gives different texts different vectors', async () => {
      const [send, find] = await embedder.embedDocuments(TEXTS, never)
      expect(send).not.toEqual(find)
    })

    it('keeps the order of many texts', async () => {
      const texts = Array.from({ length: 150 }, (_, at) => `tool number ${at}`)
      const vectors = await embedder.embedDocuments(texts, never)
      const [first] = await embedder.embedDocuments([texts[0] as string], never)
      const [last] = await embedder.embedDocuments([texts[149] as string], never)
      expect(vectors).toHaveLength(150)
      expect(vectors[0]).toEqual(first)
      expect(vectors[149]).toEqual(last)
    })

    it('gives documents and queries vectors of unit length and of the dimensions it names', async () => {
      const vectors = [
        ...(await embedder.embedDocuments(TEXTS, never)),
        ...(await embedder.embedQueries(TEXTS, never)),
      ]
      expect(vectors).toHaveLength(6)
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array)
        expect(vector).toHaveLength(embedder.dimensions)
        expect(lengthOf(vector)).toBeCloseTo(1, 5)
      }
    })

    it('gives a blank text a vector of zeros, which is like nothing', async () => {
      const [blank, send, spaces] = await embedder.embedDocuments(['', 'Send', ' \n'], never)
      const [query] = await embedder.embedQueries([''], never)
      const zeros = new Float32Array(embedder.dimensions)
      expect([blank, spaces, query]).toEqual([zeros, zeros, zeros])
      expect(lengthOf(send as Float32Array)).toBeCloseTo(1, 5)
    })

    it('gives no vectors for no texts', async () => {
      expect(await embedder.embedDocuments([], never)).toEqual([])
      expect(await embedder.embedQueries([], never)).toEqual([])
    })

    it('takes any characters', async () => {
      const vectors = await embedder.embedDocuments(['日本語', '😀 a', '\u0000b', 'ﬁ'], never)
      expect(vectors).toHaveLength(4)
      expect(vectors.flatMap((vector) => [...vector]).every(Number.isFinite)).toBe(true)
    })

    it('does nothing once stopped', async () => {
      const stopped = AbortSignal.abort(new Error('Stopped by the user.'))
      await expect(embedder.embedDocuments(TEXTS, stopped)).rejects.toThrow('Stopped by the user.')
      await expect(embedder.embedQueries(TEXTS, stopped)).rejects.toThrow('Stopped by the user.')
    })

    it('has the same fingerprint whenever it is opened', async () => {
      expect((await open()).fingerprint).toBe(embedder.fingerprint)
    })

    if (openOther) {
      it('has another fingerprint where its vectors are others', async () => {
        expect((await openOther()).fingerprint).not.toBe(embedder.fingerprint)
      })
    }
  })
}
