import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CatalogTool } from '../../../../src-main/domain/tool/tool'
import type { Kit } from '../../../../src-main/pipeline/kit'
import { catalogTool } from '../../../fakes/catalog-tool'
import { bm25, call, notedKit, TOOLS } from './noted-kit'

const ASKED = ['send mail', 'find it', 'says hello', 'wipe', 'newly written words', 'nothing']
const FEW_WORDS = ['send', 'find', 'mail', 'hello', 'wipe', 'newly', 'written', 'it', '']

/** The first tools and their scores for some texts, by words and by meaning. */
async function foundIn(kit: Kit, depth = 3) {
  const documents = kit.documents(['name', 'description', 'questions'])
  const words = kit.lexical(documents, ['split-identifiers'])
  const meaning = kit.dense(documents)
  const rounded = (lists: ({ key: string; score: number }[] | undefined)[]) =>
    lists.map((list) => list?.map(({ key, score }) => [key, score.toFixed(6)]))
  const keys = TOOLS.map(({ tool }) => tool.id)
  return {
    words: rounded(await words.search(ASKED, { ...bm25, depth })),
    meaning: rounded(await meaning.search(ASKED, { ...call, depth })),
    rated: rounded((await words.rate(ASKED, keys, bm25)).map(({ hits }) => hits)),
    compared: rounded((await meaning.rate(ASKED, keys, call)).map((rating) => rating?.hits)),
  }
}

const indexedAnew = (changed: CatalogTool) =>
  notedKit({
    tools: TOOLS.map((entry) => (entry.tool.id === changed.tool.id ? changed : entry)),
  }).kit

describe('a kit with a tool as it would be', () => {
  it('finds what a catalog indexed anew would find', async () => {
    const text = fc
      .array(fc.constantFrom(...FEW_WORDS), { maxLength: 6 })
      .map((words) => words.join(' '))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...TOOLS),
        text,
        fc.array(text, { maxLength: 2 }),
        async (entry, description, questions) => {
          const changed = { ...entry, layer: { ...entry.layer, description, questions } }
          const { kit } = notedKit()
          expect(await foundIn(kit.drafted([changed]))).toEqual(await foundIn(indexedAnew(changed)))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('indexes nothing anew, and leaves the catalog’s own documents as they are', async () => {
    const { kit, words, meanings } = notedKit()
    const before = await foundIn(kit)
    const first = TOOLS[2] as CatalogTool
    const drafted = kit.drafted([{ ...first, layer: { description: 'newly written words' } }])
    const after = await foundIn(drafted)
    expect(after.words[4]?.[0]?.[0]).toBe(first.tool.id)
    expect([words.length, meanings.length]).toEqual([1, 1])
    expect(await foundIn(kit)).toEqual(before)
  })

  it('has tools that the catalog does not hold yet', async () => {
    const { kit } = notedKit()
    const drafted = kit.drafted([catalogTool('newTool', { description: 'newly written words' })])
    expect((await foundIn(drafted, 10)).words[4]?.map(([key]) => key)).toEqual(['newTool'])
    expect(drafted.tools.has('newTool' as never)).toBe(true)
  })

  it('searches it only where it is among those searched', async () => {
    const { kit } = notedKit()
    const first = TOOLS[2] as CatalogTool
    const drafted = kit.drafted([{ ...first, layer: { description: 'send find mail' } }])
    const documents = drafted.documents(['description'])
    const among = new Set(TOOLS.filter((each) => each !== first).map(({ tool }) => tool.id))
    const of = async (source: 'lexical' | 'dense') => {
      const lists = await (source === 'lexical'
        ? drafted.lexical(documents, []).search(['send find mail'], { ...bm25, among })
        : drafted.dense(documents).search(['send find mail'], { ...call, among }))
      return lists[0]?.map(({ key }) => key)
    }
    expect(await of('lexical')).not.toContain(first.tool.id)
    expect(await of('dense')).not.toContain(first.tool.id)
  })

  it('lets out only what would pass a filter then, and works nothing out for the catalog itself', async () => {
    const { kit } = notedKit()
    const first = TOOLS[2] as CatalogTool
    const filter = { tags: [], servers: [], visibilities: ['public' as const] }
    const hidden = kit.drafted([{ ...first, layer: { visibility: 'hidden' } }])
    expect(kit.among(filter).tools?.has(first.tool.id) ?? true).toBe(true)
    expect(hidden.among(filter).tools?.has(first.tool.id)).toBe(false)
    const reworded = kit.drafted([{ ...first, layer: { description: 'other words' } }])
    expect(reworded.among(filter)).toBe(kit.among(filter))
    await hidden.once('count', () => Promise.resolve('of the draft'))
    expect(await kit.once('count', () => Promise.resolve('of the catalog'))).toBe('of the catalog')
  })
})
