import type { ToolId } from '../../domain/tool/tool'
import type { Embedder } from '../../ports/embedder'
import type { PublishedDocuments } from '../../ports/in-place'
import type { LexicalDocument } from '../../ports/lexical-index'
import type { Documents, KeyedText } from '../kit'
import type { Source } from '../stage'
import { cacheName } from './derived'
import { storedUnder } from './embed-documents'
import type { KitParts, ReadVectors } from './kit-parts'
import { mapYielding } from './map-yielding'
import { charactersOf, embeddedTexts, textsToEmbed } from './weighed-text'

type Published = Pick<Source, 'published'>

/** How the words of documents are published, where there is one of each tool. */
export function publishedWords<Key extends string>(
  key: string,
  documents: Documents<Key>,
  toTerms: (text: KeyedText<Key>) => LexicalDocument<Key>,
): Published {
  const { ofTools } = documents
  if (!ofTools) return {}
  const of = async (tools: readonly ToolId[]) => {
    const texts = await ofTools(new Set(tools))
    const analysed: readonly LexicalDocument<string>[] = await mapYielding(
      [...texts.values()].flat(),
      (text) => [toTerms(text)],
      { charactersOf },
    )
    return analysed
  }
  return {
    published: async () => ({
      kind: 'words',
      name: cacheName(key, await documents.basis?.()),
      of: of as (PublishedDocuments & { kind: 'words' })['of'],
    }),
  }
}

/**
 * The name under which the meaning of documents is published: another embedder has other vectors.
 */
export const meaningName = (
  key: string,
  basis: string | undefined,
  { fingerprint }: Pick<Embedder, 'fingerprint'>,
): string => `${cacheName(key, basis)}, by ${fingerprint}`

type PublishedParts = Pick<KitParts, 'embedder' | 'derived'> & { readVectors: ReadVectors }

/** How the meaning of documents is published, where there is one of each tool. */
export function publishedMeaning<Key extends string>(
  key: string,
  documents: Documents<Key>,
  { embedder: open, readVectors, derived }: PublishedParts,
): Published {
  const { ofTools } = documents
  if (!ofTools) return {}
  return {
    async published() {
      const embedder = await open()
      const { hashes } = await textsToEmbed(documents, embedder, derived)
      return {
        kind: 'meaning',
        name: meaningName(key, await documents.basis?.(), embedder),
        dimensions: embedder.dimensions,
        hashes: storedUnder(hashes),
        async of(tools) {
          const texts = await ofTools(new Set(tools))
          return readVectors(
            embedder,
            await embeddedTexts([...texts.values()].flat(), documents, embedder),
          )
        },
      }
    },
  }
}
