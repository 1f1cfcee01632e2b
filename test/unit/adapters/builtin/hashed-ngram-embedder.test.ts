import { describe, expect, it } from 'vitest'
import { hashedNgramEmbedder } from '../../../../src-main/adapters/builtin/hashed-ngram-embedder'
import type { Embedder } from '../../../../src-main/ports/embedder'

const never = new AbortController().signal
const DOCUMENTS = [
  'send email Sends an e-mail to a person',
  'list issues Lists the issues of a project',
  'refund payment Pays a charge back to a person',
  'create event Adds an event and invites a person',
]

/** Cosine of the query with each document. */
async function cosines(embedder: Embedder, query: string, documents = DOCUMENTS) {
  const vectors = await embedder.embedDocuments(documents, never)
  const [asked = new Float32Array()] = await embedder.embedQueries([query], never)
  return vectors.map((vector) =>
    vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0),
  )
}

const best = (scores: number[]) => scores.indexOf(Math.max(...scores))

describe('the built-in embedder', () => {
  it.each([
    ['send an email', 0],
    ['emails', 0],
    ['which isues are open', 1],
    ['refunding a customer', 2],
    ['invitation to an event', 3],
  ])('finds for “%s” document %i, by words or parts of words', async (query, expected) => {
    expect(best(await cosines(hashedNgramEmbedder(), query))).toBe(expected)
  })

  it('finds a text most like itself', async () => {
    const [self, ...others] = await cosines(hashedNgramEmbedder(), DOCUMENTS[0] ?? '')
    expect(self).toBeCloseTo(1, 5)
    expect(Math.max(...others)).toBeLessThan(0.6)
  })

  it('does not mind upper and lower case', async () => {
    const [upper, lower] = await hashedNgramEmbedder().embedDocuments(
      ['SEND Mail', 'send mail'],
      never,
    )
    expect(upper).toEqual(lower)
  })

  it('knowing the catalog, counts rare words of a query for more than frequent ones', async () => {
    const documents = Array.from({ length: 40 }, (_, at) => `person number ${at} person`)
    const catalog = ['refund of a charge', ...documents]
    const plain = hashedNgramEmbedder()
    const knowing = plain.withCorpus?.(catalog) ?? plain
    const query = 'person person person refund'
    expect(best(await cosines(plain, query, catalog))).not.toBe(0)
    expect(best(await cosines(knowing, query, catalog))).toBe(0)
  })

  it('keeps documents’ vectors and its fingerprint when it gets to know the catalog', async () => {
    const plain = hashedNgramEmbedder()
    const knowing = plain.withCorpus?.(DOCUMENTS)
    expect(knowing?.fingerprint).toBe(plain.fingerprint)
    expect(await knowing?.embedDocuments(DOCUMENTS, never)).toEqual(
      await plain.embedDocuments(DOCUMENTS, never),
    )
  })
})
