import { z } from 'zod'
import { JsonObject, ToolId } from '../domain/tool'
import { SearchText } from './search-text'
import { Dir } from './workspace-routes'

/** By what tools are called confusable. */
const Basis = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('run'),
    run: z.string(),
    recipe: z.string(),
    goldenSet: z.string(),
    /** Absent where the recipe decides how many tools there are. */
    k: z.number().int().optional(),
    queries: z.number().int(),
    startedAt: z.string(),
    /** Tools that the run names and that are not in the catalog any more. */
    gone: z.number().int(),
    /** Why it is of another recipe than the workspace works with, in sentences. */
    remarks: z.array(z.string()),
  }),
  z.object({
    by: z.literal('similarity'),
    /** What compared by meaning; absent where words alone were compared. */
    embedder: z.string().optional(),
    /** What the list may lack, in sentences. */
    remarks: z.array(z.string()),
  }),
])
export type Basis = z.infer<typeof Basis>

/** Two tools that are taken for each other, the most confusable pairs first. */
const ConfusablePair = z.object({
  one: ToolId,
  other: ToolId,
  /** By a run: queries of the other that each one takes. */
  taken: z.object({ byOne: z.number().int(), byOther: z.number().int() }).optional(),
  /** Some of these queries, with the tool that took them. */
  examples: z.array(z.object({ text: z.string(), by: ToolId })),
  /** By similarity: shared words and cosine, 0 … 1. */
  words: z.number().optional(),
  meaning: z.number().optional(),
})
export type ConfusablePair = z.infer<typeof ConfusablePair>

/** By a run: how often a tool was given, without being wanted, and wanted. By similarity: to how many tools it is near. */
const ToolReach = z.object({
  tool: ToolId,
  given: z.number().int(),
  unwanted: z.number().int(),
  golden: z.number().int(),
  isHidden: z.boolean(),
})
export type ToolReach = z.infer<typeof ToolReach>

const Asked = z.object({
  dir: Dir,
  /** `auto`: a run where there is one. */
  by: z.enum(['auto', 'run', 'similarity']).default('auto'),
  /** The run; left out: the newest of the recipe. */
  run: z.string().optional(),
  /** Left out, with the options: what the workspace works with, or any where no run is kept of that. */
  recipe: z.string().optional(),
  options: JsonObject.optional(),
  /** Up to which place tools count as given; left out: 5 where the run was measured there, else its largest. */
  k: z.number().int().min(1).optional(),
})

const Page = {
  search: SearchText,
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(1000).default(200),
}

/** Tools that are taken for each other, that stand in others' way, and that are never found. */
export const confusableRoutes = {
  /** Pairs of tools that take each other's queries, or would by what they say. */
  'confusable.pairs': {
    input: Asked.extend({ ...Page, tool: ToolId.optional() }),
    output: z.object({
      basis: Basis,
      total: z.number().int(),
      rows: z.array(ConfusablePair),
      /** Of the whole catalog. */
      sums: z.object({
        pairs: z.number().int(),
        hubs: z.number().int(),
        /** Absent where no run tells it. */
        orphans: z.number().int().optional(),
      }),
    }),
  },
  /** Hubs: tools that fill others' places, those most first. Orphans: tools that no query of the run reaches. */
  'confusable.tools': {
    input: Asked.extend({ ...Page, show: z.enum(['hubs', 'orphans']) }),
    output: z.object({ basis: Basis, total: z.number().int(), rows: z.array(ToolReach) }),
  },
  /** The most confusable pairs as a map: where tools stand, and lines between the two of a pair. */
  'confusable.map': {
    input: Asked,
    output: z.object({
      basis: Basis,
      tools: z.array(
        z.object({ id: ToolId, x: z.number(), y: z.number(), neededBy: z.number().int() }),
      ),
      /** By the places of both tools in `tools`; the last is 0. */
      edges: z.array(z.tuple([z.number().int(), z.number().int(), z.number().int()])),
      /** Pairs that there is no room for. */
      leftOut: z.number().int(),
    }),
  },
}
