import type { Section } from '../../domain/tool-document'
import type { CatalogTool } from '../../domain/tool'
import type { Embedder } from '../../ports/embedder'
import type { ToolDocuments } from './tool-documents'
import { meaningWeightsOf, partsOf, type WeighedPart } from './weighed-text'

/** What a section adds to the cosine of its document with a text; those of one document sum up to it. */
export interface SectionMeaning {
  section: Section
  adds: number
}

/**
 * What each section of tools' documents adds to their cosine with a text.
 * @param asked the text's vector, of unit length
 * @returns one list for each of `entries`, empty where its document is one joined text or says nothing
 */
export async function sectionMeanings(
  documents: ToolDocuments,
  { entries, embedder, asked }: { entries: CatalogTool[]; embedder: Embedder; asked: Float32Array },
  signal: AbortSignal,
): Promise<SectionMeaning[][]> {
  const toText = await documents.toText()
  const weights = meaningWeightsOf(documents, embedder)
  const all = entries.map((entry) => partsOf(toText(entry), weights))
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
  const sum = new Float64Array(asked.length)
  for (const { text, weight } of parts) {
    const vector = vectorOf(text)
    for (let at = 0; at < sum.length; at++) {
      sum[at] = (sum[at] as number) + weight * (vector[at] as number)
    }
  }
  const length = Math.hypot(...sum)
  if (length === 0) return []
  return parts.flatMap(({ section, text, weight }) =>
    section ? [{ section, adds: (weight * product(asked, vectorOf(text))) / length }] : [],
  )
}

const product = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] as number), 0)
