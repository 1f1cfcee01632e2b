import { z } from 'zod'
import { RecipeFields } from '../../contract/recipe-fields'
import type { LayerEffect } from '../../contract/effect'
import { Dir } from '../../contract/workspace'
import { countedChanges } from '../../authoring/gate/effect'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { askDraft, basisOf, openCatalogDraft } from '../effect/draft'
import { effectRows } from '../effect/layer-effect'
import { judgedOn } from '../golden/set-uses'
import { askingPlace } from '../query/ask-recipe'
import { recentOf, type RecentImport } from './recent-imports'

export const ImportEffectInput = z.object({
  dir: Dir,
  changes: z.string().describe('the name of the changes that a preview gave'),
  removeMissing: z.boolean().default(false).describe('as if tools that are missing were removed'),
  ...RecipeFields,
})
export type ImportEffectInput = z.output<typeof ImportEffectInput>

/** Queries asked that name a tool that changes, and as many others. */
const MOST_ASKED = 100
/** Rows given: more than a person reads. */
const MOST_ROWS = 40
/**
 * Tools of which more cannot be tried before they are taken over: that is as good as another
 * catalog.
 */
const MOST_TOOLS = 2_000

export interface ImportEffectAnswer {
  /** Absent where there is no golden set, or nothing changes. */
  effect?: LayerEffect
  /** Set where more changes than can be tried: measure once it is imported. */
  isTooMuch?: true
}

/** What an import does to golden queries before it is taken over. */
export async function importEffect(
  context: AppContext,
  { changes, removeMissing, ...input }: ImportEffectInput,
  call: Call,
): Promise<ImportEffectAnswer> {
  const recent = recentOf(context).of(changes)
  const { outcome } = recent
  // Of another choice than this one.
  delete recent.broken
  const place = await askingPlace(context, input, call)
  const { session } = place
  return session.withCatalog(async (catalog) => {
    const after = toolsAfter(catalog, outcome, removeMissing)
    const goldenSet = await judgedOn(session, (sets) =>
      sets.toSorted((a, b) => b.queries - a.queries),
    )
    if (after.length === 0 || goldenSet === undefined) return {}
    if (after.length > MOST_TOOLS) return { isTooMuch: true }
    const touched = new Set<ToolId>(after.map(({ tool }) => tool.id))
    const queries = await session.goldenQueries(goldenSet)
    const names = Map.groupBy(queries, ({ tools }) => tools.some((tool) => touched.has(tool)))
    const about = { own: names.get(true) ?? [], others: names.get(false) ?? [] }
    const draft = await openCatalogDraft(place, catalog, after)
    const { effects, ...counts } = await askDraft(draft, about, { most: MOST_ASKED })
    // What was measured without a part of the recipe is shown as that, and kept as nothing.
    if (counts.degraded.length === 0) {
      recent.broken = effects
        .filter(({ change }) => change === 'broken')
        .map(({ query: { id, text }, tool }) => ({ tool, id, text }))
    }
    return {
      effect: {
        goldenSet,
        ...basisOf(draft.today),
        ...counts,
        own: countedChanges(effects.filter(({ tool }) => touched.has(tool))),
        neighbours: countedChanges(effects.filter(({ tool }) => !touched.has(tool))),
        rows: effectRows(effects, catalog, MOST_ROWS),
      },
    }
  })
}

/** The tools that an import changes, as they would be; those that go are hidden. */
function toolsAfter(
  catalog: Catalog,
  { difference: { added, changed, removed }, layersPut }: RecentImport['outcome'],
  removeMissing: boolean,
): CatalogTool[] {
  const layers = new Map(layersPut.map(({ tool, layer }) => [tool, layer]))
  const written = new Set([...added, ...changed.map(({ after }) => after)])
  const layered = [...layers.keys()].flatMap((id) =>
    catalog.has(id) ? [catalog.tool(id).tool] : [],
  )
  const tools = new Map([...layered, ...written].map((tool) => [tool.id, tool]))
  const hidden = removeMissing ? removed : []
  return [
    ...[...tools.values()].map((tool) => ({
      tool,
      layer: layers.get(tool.id) ?? (catalog.has(tool.id) ? catalog.tool(tool.id).layer : {}),
    })),
    ...hidden.map(({ tool, layer }) => ({
      tool,
      layer: { ...layer, visibility: 'hidden' as const },
    })),
  ]
}
