import { z } from 'zod'
import { AuthorLayer, ToolId } from '../domain/tool'
import { AskedRecipe, UsedRecipe } from './asked-recipe'
import { Dir } from './workspace-routes'

const PlaceChange = z.enum(['fixed', 'broken', 'better', 'worse', 'same'])

/** Right tools, by what became of their places. */
export const PlaceCounts = z.record(PlaceChange, z.number().int())

/** Where a right tool of one golden query stands before and after an edit. */
export const EffectRow = z.object({
  query: z.string(),
  text: z.string(),
  tool: ToolId,
  name: z.string(),
  /** From 1; absent where it is not among the tools looked at. */
  before: z.number().int().optional(),
  after: z.number().int().optional(),
  /** `fixed` is given now and was not; `broken` the other way round. */
  change: PlaceChange,
  /** Whether the edited tool stands above it now, and did not before. */
  isPassed: z.boolean(),
})
export type EffectRow = z.infer<typeof EffectRow>

const Tokens = z.object({ before: z.number().int(), after: z.number().int() })

/** How a change was asked of a recipe before and after. */
export const DraftBasis = {
  ...UsedRecipe,
  /** How many tools are given; absent where the recipe decides. */
  k: z.number().int().optional(),
  /** How many of the first tools were looked at; absent where only those given can be. */
  depth: z.number().int().optional(),
}

const LayerEffect = z.object({
  goldenSet: z.string(),
  ...DraftBasis,
  /** Golden queries that were asked, of those that name this tool or a neighbour. */
  asked: z.number().int(),
  of: z.number().int(),
  /** Of this tool, where it is right. */
  own: PlaceCounts,
  /** Of the other right tools of the queries asked. */
  neighbours: PlaceCounts,
  /** What breaks first, then what is fixed, then what moves most; some of all. */
  rows: z.array(EffectRow),
})
export type LayerEffect = z.infer<typeof LayerEffect>

export const effectRoutes = {
  /**
   * What an author's layer would do, were it saved: the golden queries that name the tool, and those that name the tools most
   * like it, asked with it and without. Writes nothing and indexes nothing.
   */
  'effect.measure': {
    input: z.object({
      dir: Dir,
      id: ToolId,
      layer: AuthorLayer,
      /** Left out: the set that names this tool most often. */
      goldenSet: z.string().optional(),
      ...AskedRecipe,
    }),
    output: z.object({
      /** Absent where no golden query names this tool or one like it. */
      effect: LayerEffect.optional(),
      tokens: z.object({
        /** Of what is matched, by the default components. */
        retrieval: Tokens,
        /** Of what an agent is sent. */
        agent: Tokens,
      }),
    }),
  },
}
