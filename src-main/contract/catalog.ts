import { z } from 'zod'
import type { Everything } from '../domain/catalog/everything'
import type { ExportedName, ExportFinding, ExportSwitch } from '../domain/catalog/export'
import type { Component, Section } from '../domain/tool/document'
import { Visibility, type CatalogTool, type Dependency, type ToolId } from '../domain/tool/tool'
import { SearchText } from './search-text'

export interface Facet {
  value: string
  count: number
}

export const CatalogFilter = z.object({
  /** Words that all appear in name, title, description or tags; case does not matter. */
  search: SearchText,
  servers: z.array(z.string()).default([]),
  tags: z.array(z.string()).default([]),
  visibilities: z.array(Visibility).default([]),
  /** Only tools of which something (or nothing) was written here. */
  edited: z.boolean().optional(),
})

export type CatalogFilter = z.infer<typeof CatalogFilter>

export interface CatalogRow {
  id: ToolId
  name: string
  server?: string
  /** Shortened to what a row can show. */
  description: string
  tags: string[]
  visibility: Visibility
  parameters: number
  /** Questions that its author says it answers. */
  questions: number
  dependencies: number
  /** Tokens of the model-facing definition. */
  promptTokens: number
  tokensEstimated?: boolean
  edited: boolean
}

/** Which tools are listed, and in which order. */
export const ListOrder = z.object({
  filter: CatalogFilter.prefault({}),
  /** `match`: how well the name fits what is searched for. */
  sort: z
    .enum([
      ...(['id', 'match', 'name', 'server', 'parameters', 'questions', 'dependencies'] as const),
      ...(['visibility', 'promptTokens', 'edited'] as const),
    ])
    .default('id'),
  descending: z.boolean().default(false),
})

export type ListOrder = z.output<typeof ListOrder>

/** A section of a tool document, and what it counts where documents are weighed. */
export interface DocumentSection {
  section: Section
  text: string
  /** What each of its words counts. */
  inWords: number
  /**
   * What its vector counts in that of the tool, with the workspace's embedder; 0: it is not
   * embedded.
   */
  inMeaning: number
}

export interface OfferedFile {
  file: string
  name: string
  size: number
}

/** Tools by the names that were given: none where no tool is called so. */
export type CatalogCalledAnswer = {
  name: string
  ids: ToolId[]
}[]

export interface CatalogPlaceAnswer {
  index?: number
  total: number
  /** Whether it is in the catalog at all. */
  isThere: boolean
}

export interface CatalogFacetsAnswer {
  tools: number
  edited: number
  promptTokens: number
  tokensEstimated?: boolean
  /** Without hidden tools. */
  everything: Everything
  servers: Facet[]
  tags: Facet[]
  visibilities: Facet[]
}

export interface CatalogToolAnswer {
  entry: CatalogTool
  /** The model-facing definition in OpenAI's shape, as its tokens are counted. */
  definition: string
  promptTokens: number
  tokensEstimated?: boolean
  /**
   * The definition as its import says it, without what was written here; absent where no file says
   * anything of it.
   */
  imported?: {
    definition: string
    promptTokens: number
    tokensEstimated?: boolean
  }
  /** Tools that depend on this one. */
  dependents: (Dependency & {
    from: ToolId
  })[]
  /** Golden queries that name this tool. */
  goldenQueries: {
    set: string
    id: string
    text: string
  }[]
  /** Dependencies whose tool is not in the catalog. */
  missing: ToolId[]
}

export interface CatalogDocumentAnswer {
  text: string
  sections: DocumentSection[]
  /**
   * Sentences, servers and tags that are neither matched nor embedded, as too many tools share
   * them.
   */
  passedOver: string[]
  /** Of the components that were not asked for. */
  otherParts: {
    component: Component
    text: string
  }[]
  /** What of the tool's schema the document leaves out. */
  notices: string[]
  tokens: number
  tokensEstimated?: boolean
  /** The terms as BM25's default analyser gives them. */
  terms: string[]
}

export interface CatalogExportAnswer extends OfferedFile {
  /** Where tools are called other than their own names: a JSON file that maps these back. */
  names?: OfferedFile
}

export interface CatalogCheckExportAnswer {
  /** Absent where the format goes to no provider: it loses nothing, and nothing is checked. */
  provider?: string
  /** What the format can be told besides. */
  switches: ExportSwitch[]
  /** Tools that would be refused. */
  tools: number
  /** All findings, refusals first; `findings` are the first 500. */
  total: number
  /** Of them, those for which a request is refused … */
  refused: number
  /** … and those of which a part does not reach the model. */
  lost: number
  findings: ExportFinding[]
  /** The first 500 of the names that tools are given. */
  names: ExportedName[]
}
