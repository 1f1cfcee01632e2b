import type { Bundle } from '../../domain/query/bundle'
import type { FieldWeightsRecord } from '../../domain/recipe/field-weights'
import { serverOf, tagsOf, visibilityOf, dependenciesOf } from '../../domain/tool/catalog-tool'
import type { StandardFieldsRecord } from '../../domain/tool/standard-fields'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { ToolsById } from '../../domain/tool/tools-by-id'
import type { Embedder } from '../../ports/embedder'
import type { HoldRows } from '../../ports/in-memory-rows'
import type { IndexesInPlace } from '../../ports/in-place'
import type { BuildLexicalIndex, UnpackLexicalIndex } from '../../ports/lexical-index'
import type { VectorIndex } from '../../ports/vector-index'
import { EDGES_KEY, type CachedBytes, type LabelledQuery, type ToolFilter } from '../kit'
import type { PrepareCall, Source } from '../stage'
import type { CommonTexts } from './common-texts'
import type { Derived } from './derived'
import type { TextsToEmbed } from './weighed-text'

/** What a kit's sources are made with. */
export interface KitParts {
  /** In any order; by their ids where they are many. */
  tools: readonly CatalogTool[] | ToolsById
  bundles(): Promise<readonly Bundle[]>
  /** Newest first; without it, there are none. */
  fieldWeights?(): Promise<readonly FieldWeightsRecord[]>
  /** Golden queries; without it, there are none. */
  labelled?(): Promise<readonly LabelledQuery[]>
  /** What models wrote; without it, nothing. */
  standardFields?(): Promise<readonly StandardFieldsRecord[]>
  /** What servers say of themselves, by their names; without it, none says anything. */
  servers?(): Promise<ReadonlyMap<string, string>>
  /** What too many tools share; left out: what these do. */
  commonTexts?(): Promise<CommonTexts>
  embedder(): Promise<Embedder>
  /** Tokens of a tool's definition in an agent's prompt. */
  promptTokens(tool: ToolId): number
  buildLexicalIndex: BuildLexicalIndex
  unpackLexicalIndex?: UnpackLexicalIndex
  /** Left out: rows are multiplied one by one. */
  holdRows?: HoldRows
  /** Where what is made of large catalogs is kept; without it, nothing is. */
  derived?: Derived
  /** Of a published catalog that is searched where it lies. */
  inPlace?: IndexesInPlace
  /** Where what past queries taught is kept; left out: nowhere. */
  learned?: CachedBytes
  /** An index over embedded texts; embeds those that are not embedded yet. */
  openVectorIndex: OpenVectorIndex
  /** The vectors themselves; left out: they are embedded each time. */
  readVectors?: ReadVectors
}

/** Opens an index over texts by their meaning, embedding those that are not embedded yet. */
export type OpenVectorIndex = <Key extends string>(
  embedder: Embedder,
  documents: TextsToEmbed<Key>,
  call?: PrepareCall,
) => Promise<VectorIndex<Key>>

/**
 * Gives the vectors of texts, `vectors[i]` for the i-th key; embeds those that are not embedded
 * yet.
 */
export type ReadVectors = <Key extends string>(
  embedder: Embedder,
  documents: TextsToEmbed<Key>,
  call?: PrepareCall,
) => Promise<readonly Float32Array[]>

/** Tells whether a filter lets a tool through. */
export function passing({
  tags,
  servers,
  visibilities,
}: ToolFilter): (entry: CatalogTool) => boolean {
  return (entry) =>
    (visibilities.length === 0 || visibilities.includes(visibilityOf(entry))) &&
    (servers.length === 0 || servers.includes(serverOf(entry) ?? '')) &&
    (tags.length === 0 || tagsOf(entry).some((tag) => tags.includes(tag)))
}

/** Tools looked at before others have their turn: reading them takes some ten milliseconds. */
const AT_ONCE = 500

/**
 * Whether any tool depends on another, looked up once: most catalogs with edges tell by their first
 * tools.
 */
export function hasDependencies(tools: readonly CatalogTool[]): Source<boolean> {
  let known: Promise<boolean> | undefined
  return { key: EDGES_KEY, prepare: () => (known ??= lookUp(tools)) }
}

async function lookUp(tools: readonly CatalogTool[]): Promise<boolean> {
  for (let at = 0; at < tools.length; at += AT_ONCE) {
    if (tools.slice(at, at + AT_ONCE).some((entry) => dependenciesOf(entry).length > 0)) return true
    await new Promise(setImmediate)
  }
  return false
}

/** Rows in an array, multiplied one by one. */
export const plainRows: HoldRows = (count, dimensions) => {
  const values = new Float32Array(count * dimensions)
  const row = (at: number) => values.subarray(at * dimensions, (at + 1) * dimensions)
  return {
    dimensions,
    row,
    products: (vector) =>
      Float32Array.from({ length: count }, (_, at) =>
        row(at).reduce((sum, value, column) => sum + value * (vector[column] as number), 0),
      ),
  }
}
