import type { Bundle } from '../../domain/bundle'
import type { FieldWeightsRecord } from '../../domain/field-weights'
import type { StandardFieldsRecord } from '../../domain/standard-fields'
import type { CatalogTool, ToolId } from '../../domain/tool'
import type { Embedder } from '../../ports/embedder'
import type { HoldRows } from '../../ports/held-rows'
import type { BuildLexicalIndex, UnpackLexicalIndex } from '../../ports/lexical-index'
import type { VectorIndex } from '../../ports/vector-index'
import type { LabelledQuery } from '../kit'
import type { PrepareCall } from '../stage'
import type { CommonTexts } from './common-texts'
import type { Derived } from './derived'
import type { TextsToEmbed } from './texts-to-embed'
import type { ReadVectors } from './vector-source'

/** What a kit's sources are made with. */
export interface KitParts {
  /** By id. */
  tools: readonly CatalogTool[]
  bundles(): Promise<readonly Bundle[]>
  /** Newest first; without it, there are none. */
  fieldWeights?(): Promise<readonly FieldWeightsRecord[]>
  /** Golden queries; without it, there are none. */
  labelled?(): Promise<readonly LabelledQuery[]>
  /** What models wrote; without it, nothing. */
  standardFields?(): Promise<readonly StandardFieldsRecord[]>
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
  /** Where what past queries taught is kept; left out: nowhere. */
  learned?: Derived
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
