import { z } from 'zod'
import { Everything } from '../domain/everything'
import { ExportedName, ExportFinding, ExportNames } from '../domain/export-check'
import { TokensEstimated } from '../domain/tokens-estimated'
import { AuthorLayer, CatalogTool, Dependency, ToolId, Visibility } from '../domain/tool'
import { Component, Section } from '../domain/tool-document'
import { SearchText } from './search-text'
import { Dir } from './workspace-routes'

const Facet = z.object({ value: z.string(), count: z.number().int() })

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

export const CatalogRow = z.object({
  id: ToolId,
  name: z.string(),
  server: z.string().optional(),
  /** Shortened to what a row can show. */
  description: z.string(),
  tags: z.array(z.string()),
  visibility: Visibility,
  parameters: z.number().int(),
  /** Questions that its author says it answers. */
  questions: z.number().int(),
  dependencies: z.number().int(),
  /** Tokens of the model-facing definition. */
  promptTokens: z.number().int(),
  tokensEstimated: TokensEstimated,
  edited: z.boolean(),
})
export type CatalogRow = z.infer<typeof CatalogRow>

/** Which tools are listed, and in which order. */
const ListOrder = z.object({
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
const DocumentSection = z.object({
  section: Section,
  text: z.string(),
  /** What each of its words counts. */
  inWords: z.number(),
  /** What its vector counts in that of the tool, with the workspace's embedder; 0: it is not embedded. */
  inMeaning: z.number(),
})

const ExportInput = z.object({
  dir: Dir,
  format: z.string(),
  /** Only these tools; left out: all. */
  ids: z.array(ToolId).min(1).optional(),
  /** Whether the author's retrieval text takes the place of the imported description. */
  withAuthorLayer: z.boolean().default(false),
  names: ExportNames.default('own'),
})

const OfferedFile = z.object({ file: z.string(), name: z.string(), size: z.number() })

export const catalogRoutes = {
  /** One page of the tools that pass the filter. */
  'catalog.list': {
    input: ListOrder.extend({
      dir: Dir,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({ total: z.number().int(), rows: z.array(CatalogRow) }),
  },
  /** The ids alone of a stretch of the same list: to select more than what is on show. */
  'catalog.ids': {
    input: ListOrder.extend({
      dir: Dir,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(10_000).default(10_000),
    }),
    output: z.object({ total: z.number().int(), ids: z.array(ToolId) }),
  },
  /** Where a tool stands in the same list, from 0; without `index` where it does not pass the filter. */
  'catalog.place': {
    input: ListOrder.extend({ dir: Dir, id: ToolId }),
    output: z.object({
      index: z.number().int().optional(),
      total: z.number().int(),
      /** Whether it is in the catalog at all. */
      isThere: z.boolean(),
    }),
  },
  /** What the catalog holds: counts to filter by. */
  'catalog.facets': {
    input: z.object({ dir: Dir }),
    output: z.object({
      tools: z.number().int(),
      edited: z.number().int(),
      promptTokens: z.number().int(),
      tokensEstimated: TokensEstimated,
      /** Without hidden tools. */
      everything: Everything,
      servers: z.array(Facet),
      tags: z.array(Facet),
      visibilities: z.array(Facet),
    }),
  },
  'catalog.tool': {
    input: z.object({ dir: Dir, id: ToolId }),
    output: z.object({
      entry: CatalogTool,
      /** The model-facing definition in OpenAI's shape, as its tokens are counted. */
      definition: z.string(),
      promptTokens: z.number().int(),
      tokensEstimated: TokensEstimated,
      /** The definition as its import says it, without what was written here; absent where no file says anything of it. */
      imported: z
        .object({
          definition: z.string(),
          promptTokens: z.number().int(),
          tokensEstimated: TokensEstimated,
        })
        .optional(),
      /** Tools that depend on this one. */
      dependents: z.array(Dependency.extend({ from: ToolId })),
      /** Golden queries that name this tool. */
      goldenQueries: z.array(z.object({ set: z.string(), id: z.string(), text: z.string() })),
      /** Dependencies whose tool is not in the catalog. */
      missing: z.array(ToolId),
    }),
  },
  /** The tool document as it is matched, for a layer that need not be saved; of the default components unless said. */
  'catalog.document': {
    input: z.object({
      dir: Dir,
      id: ToolId,
      layer: AuthorLayer.optional(),
      components: z.array(Component).min(1).optional(),
    }),
    output: z.object({
      text: z.string(),
      sections: z.array(DocumentSection),
      /** Sentences, servers and tags that are neither matched nor embedded, as too many tools share them. */
      passedOver: z.array(z.string()),
      /** Of the components that were not asked for. */
      otherParts: z.array(z.object({ component: Component, text: z.string() })),
      /** What of the tool's schema the document leaves out. */
      notices: z.array(z.string()),
      tokens: z.number().int(),
      tokensEstimated: TokensEstimated,
      /** The terms as BM25's default analyser gives them. */
      terms: z.array(z.string()),
    }),
  },
  /**
   * Saves a tool's author's layer; an empty layer removes it. With `base`, the layer as the editor read it, only the
   * fields that differ from it are changed, and one that was changed elsewhere meanwhile is a `conflict`. Without, all of
   * the layer is replaced.
   */
  'catalog.saveLayer': {
    input: z.object({ dir: Dir, id: ToolId, layer: AuthorLayer, base: AuthorLayer.optional() }),
    output: CatalogTool,
  },
  'catalog.export': {
    input: ExportInput,
    output: OfferedFile.extend({
      /** Where tools are called other than their own names: a JSON file that maps these back. */
      names: OfferedFile.optional(),
    }),
  },
  /** What the provider whose format it is would refuse of the export. Writes nothing. */
  'catalog.checkExport': {
    input: ExportInput,
    output: z.object({
      /** Absent where the format goes to no provider: it loses nothing, and nothing is checked. */
      provider: z.string().optional(),
      /** Tools with a finding. */
      tools: z.number().int(),
      /** All findings; `findings` are the first 500. */
      total: z.number().int(),
      findings: z.array(ExportFinding),
      /** The first 500 of the names that tools are given. */
      names: z.array(ExportedName),
    }),
  },
}
