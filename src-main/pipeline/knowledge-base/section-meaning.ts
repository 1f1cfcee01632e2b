import { dotProduct, isKnown } from '../../domain/model/vector'
import type { Section } from '../../domain/tool/document'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { Embedder } from '../../ports/embedder'
import { weighedSum, meaningWeightsOf, partsOf, type WeighedPart } from './weighed-text'
import type { QueryVectors } from './query-vectors'
import type { ToolDocuments } from './documents'

/**
 * What a section adds to the cosine of its document with a text; those of one document sum up to
 * it.
 */
export interface SectionMeaning {
  section: Section
  adds: number
}

interface Asked {
  /** What is told of. */
  ids: readonly ToolId[]
  tools: ReadonlyMap<ToolId, CatalogTool>
  text: string
  queries: QueryVectors
  open: () => Promise<Embedder>
}

/**
 * What each section of tools' documents adds to their cosine with a text.
 * @returns one list for each of `ids`, empty where its document is one joined text; undefined where
 * no word of the text is known
 */
export async function sectionMeanings(
  documents: ToolDocuments,
  { ids, tools, text, queries, open }: Asked,
  signal: AbortSignal,
): Promise<SectionMeaning[][] | undefined> {
  const embedder = await open()
  const [asked] = await queries.of(embedder, [text], { signal })
  if (!asked || !isKnown(asked)) return undefined
  const toText = await documents.toText()
  const weights = meaningWeightsOf(documents, embedder)
  const all = ids.map((id) => {
    const entry = tools.get(id)
    return entry ? partsOf(toText(entry), weights) : []
  })
  const texts = [...new Set(all.flat().map(({ text }) => text))]
  const vectors = await embedder.embedDocuments(texts, signal)
  const byText = new Map(texts.map((text, at) => [text, vectors[at] as Float32Array]))
  return all.map((parts) => addsOf(parts, (text) => byText.get(text) as Float32Array, asked))
}

function addsOf(
  parts: readonly WeighedPart[],
  vectorOf: (text: string) => Float32Array,
  asked: Float32Array,
): SectionMeaning[] {
  const length = Math.hypot(...weighedSum(parts, vectorOf))
  if (length === 0) return []
  return parts.flatMap(({ section, text, weight }) =>
    section ? [{ section, adds: (weight * dotProduct(asked, vectorOf(text))) / length }] : [],
  )
}
