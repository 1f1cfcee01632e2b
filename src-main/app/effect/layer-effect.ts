import type { EffectMeasureAnswer, EffectRow, LayerEffect } from '../../contract/effect'
import { AuthorLayer, ToolId, type CatalogTool } from '../../domain/tool/tool'
import { byWeight, countedChanges, type PlaceEffect } from '../../authoring/gate/effect'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { askingPlace, type AskingPlace } from '../query/ask-recipe'
import { askDraft, basisOf, openDraft, queriesAbout, setNaming, tokensOf } from './draft'
import { z } from 'zod'
import { RecipeFields } from '../../contract/recipe-fields'
import { Dir } from '../../contract/workspace'

export const EffectMeasureInput = z.object({
  dir: Dir,
  id: ToolId.describe('the tool’s id'),
  layer: AuthorLayer.describe('what its author would write'),
  goldenSet: z
    .string()
    .optional()
    .describe('the golden set; default: the one that names the tool most often'),
  ...RecipeFields,
})
export type EffectMeasureInput = z.output<typeof EffectMeasureInput>

/**
 * Queries asked that name the tool, and as many that name a neighbour: a tenth of a second's worth
 * among 4,000 tools.
 */
const MOST_ASKED = 25
/** Rows given: more than a person reads. */
const MOST_ROWS = 40

type Input = EffectMeasureInput

/** What an author's layer does to golden queries before it is saved. */
export async function layerEffect(
  context: AppContext,
  input: Input,
  call: Call,
): Promise<EffectMeasureAnswer> {
  const place = await askingPlace(context, input, call)
  return place.session.withCatalog(async (catalog) => {
    const before = catalog.tool(input.id)
    const after = { ...before, layer: input.layer }
    const effect = await effectOf(place, { catalog, after, input })
    return { ...(effect && { effect }), tokens: tokensOf(context, before, after) }
  })
}

async function effectOf(
  place: AskingPlace,
  { catalog, after, input }: { catalog: Catalog; after: CatalogTool; input: Input },
): Promise<LayerEffect | undefined> {
  const { session } = place
  const goldenSet = input.goldenSet ?? (await setNaming(session, input.id))
  if (goldenSet === undefined) return undefined
  const draft = await openDraft(place, catalog, after)
  const about = queriesAbout(draft, await session.goldenQueries(goldenSet))
  const { effects, ...counts } = await askDraft(draft, about, { most: MOST_ASKED })
  if (counts.of === 0) return undefined
  return {
    goldenSet,
    ...basisOf(draft.today),
    ...counts,
    own: countedChanges(effects.filter(({ tool }) => tool === input.id)),
    neighbours: countedChanges(effects.filter(({ tool }) => tool !== input.id)),
    rows: effectRows(effects, catalog, MOST_ROWS),
  }
}

/** What is to be seen of places before and after, the weightiest first. */
export const effectRows = (
  effects: readonly PlaceEffect[],
  catalog: Catalog,
  most: number,
): EffectRow[] =>
  effects
    .toSorted(byWeight)
    .slice(0, most)
    .map(({ query, tool, ...row }) => ({
      query: query.id,
      text: query.text,
      tool,
      ...row,
      name: catalog.has(tool) ? catalog.tool(tool).tool.name : tool,
    }))
