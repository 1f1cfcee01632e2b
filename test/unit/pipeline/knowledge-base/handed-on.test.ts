import { describe, expect, it } from 'vitest'
import { changedIds } from '../../../../src-main/domain/tool/changed-ids'
import type { CatalogTool } from '../../../../src-main/domain/tool/tool'
import type { OpenKit } from '../../../../src-main/pipeline/knowledge-base/open-kit'
import { conceptEmbedder } from '../../../fakes/embedder'
import { notedKit, TOOLS } from './noted-kit'

const prepareAll = async (kit: OpenKit) => {
  await kit.lexical(kit.documents(['name', 'description']), ['split-identifiers']).prepare()
  await kit.dense(kit.documents(['name', 'description'])).prepare()
}

const edited = (text: string): CatalogTool[] =>
  TOOLS.map((entry, at) => (at === 1 ? { ...entry, layer: { description: text } } : entry))

/** The kit of the tools as they are after those of another kit. */
const after = (kit: OpenKit, tools: CatalogTool[], over: Parameters<typeof notedKit>[0] = {}) =>
  notedKit({ tools, ...over }, kit.handOn(changedIds([...kit.tools.values()], tools)))

describe('the kit of a catalog in which one tool is another', () => {
  it('indexes nothing again, and embeds the text of that tool alone', async () => {
    const { kit } = notedKit()
    await prepareAll(kit)
    const next = after(kit, edited('Finds a letter'))
    await prepareAll(next.kit)
    expect([next.words, next.meanings]).toEqual([[], []])
    expect(next.embedder.embedded.flat()).toEqual(['find Mail', 'Finds a letter'])
  })

  it('takes over indexes as they are where no tool is another', async () => {
    const { kit } = notedKit()
    await prepareAll(kit)
    const next = after(kit, [...TOOLS])
    await prepareAll(next.kit)
    expect([next.words, next.meanings, next.embedder.embedded]).toEqual([[], [], []])
  })

  it('embeds all again where the embedder is another by now', async () => {
    const { kit } = notedKit()
    await prepareAll(kit)
    const other = { ...conceptEmbedder([['mail']]), fingerprint: 'another' }
    const next = after(kit, edited('Finds a letter'), { embedder: () => Promise.resolve(other) })
    await prepareAll(next.kit)
    expect(next.words).toEqual([])
    expect(next.meanings).toHaveLength(1)
  })

  it('indexes all again where another sentence is common now', async () => {
    const shared = (...sentences: string[]) => ({
      commonTexts: () =>
        Promise.resolve({ sentences: new Set(sentences), groups: new Set<string>() }),
    })
    const { kit } = notedKit(shared())
    await prepareAll(kit)
    const next = after(kit, edited('Finds a letter'), shared('sends a mail'))
    await prepareAll(next.kit)
    expect([next.words.length, next.meanings.length]).toEqual([1, 1])
  })

  it('makes fields and past queries of its own', async () => {
    const { kit } = notedKit()
    const prepareOthers = async (of: OpenKit) => {
      await of.lexical(of.field('description'), []).prepare()
      await of.lexical(of.past.each, []).prepare()
    }
    await prepareOthers(kit)
    const next = after(kit, edited('Finds a letter'))
    await prepareOthers(next.kit)
    expect(next.words).toHaveLength(2)
  })
})
