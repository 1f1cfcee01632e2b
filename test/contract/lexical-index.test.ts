import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildMemoryLexicalIndex } from '../../src-main/adapters/memory/memory-lexical-index'
import { describeLexicalIndex } from './lexical-index.suite'

describeLexicalIndex('memory lexical index', buildMemoryLexicalIndex)

const term = fc.constantFrom('send', 'mail', 'Mail', 'the', 'straße', 'a%b', 'x y', 'find', 'ürl')
const documents = fc.array(
  fc.record({
    key: fc.stringMatching(/^[a-z'_/]{1,3}$/),
    terms: fc.array(term, { maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 40 },
)
const search = fc.record({
  documents,
  terms: fc.array(term, { minLength: 1, maxLength: 6 }),
  depth: fc.integer({ min: 1, max: 12 }),
  keep: fc.integer({ min: 1, max: 4 }),
  pooling: fc.constantFrom('best' as const, 'mean' as const),
})
type Search = typeof search extends fc.Arbitrary<infer T> ? T : never

const hitsOf = async ({ documents, terms, depth, pooling }: Search, among?: ReadonlySet<string>) =>
  (
    await buildMemoryLexicalIndex(documents, pooling).search([terms], {
      ...{ k1: 1.2, b: 0.75, explain: true, depth },
      among,
    })
  )[0]

describe('the memory lexical index', () => {
  it('gives with all keys as a subset what it gives without one', async () => {
    await fc.assert(
      fc.asyncProperty(search, async (searched) => {
        const all = new Set(searched.documents.map(({ key }) => key))
        expect(await hitsOf(searched, all)).toEqual(await hitsOf(searched))
      }),
    )
  })

  it('gives a shorter list as the beginning of a longer one', async () => {
    await fc.assert(
      fc.asyncProperty(search, async (searched) => {
        const longer = await hitsOf({ ...searched, depth: searched.depth + 1 })
        expect(longer?.slice(0, searched.depth)).toEqual(await hitsOf(searched))
      }),
    )
  })

  it('gives a subset what an index of that subset alone gives', async () => {
    await fc.assert(
      fc.asyncProperty(search, async (searched) => {
        const keys = [...new Set(searched.documents.map(({ key }) => key))]
        const among = new Set(keys.filter((_, at) => at % searched.keep === 0))
        const alone = searched.documents.filter(({ key }) => among.has(key))
        expect(await hitsOf(searched, among)).toEqual(
          await hitsOf({ ...searched, documents: alone }),
        )
      }),
    )
  })
})
