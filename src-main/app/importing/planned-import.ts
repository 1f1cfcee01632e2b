import { named } from '../../domain/named'
import type {
  CatalogChange,
  CatalogImport,
  ClashChoices,
  ImportClashes,
  ImportedGoldenSet,
  ReportRow,
} from '../../domain/catalog-import'
import type { Bundle } from '../../domain/bundle'
import type { AuthorLayer, Tool, ToolId } from '../../domain/tool'
import type { Catalog } from '../catalog'
import { catalogChange } from '../catalog-change'
import type { Layers } from '../current-catalog'
import type { PlannedChange, Session } from '../session'
import { clashRows } from './clash-rows'
import { prepareToPair } from './pair-tools'
import { recogniseTools } from './recognise-tools'
import { settleBundles } from './settle-bundles'
import { relabelled, settleGoldenSets } from './settle-golden-sets'
import { settleLayers } from './settle-layers'

/** What a workspace holds beside its tools and layers. */
interface Present {
  read(): Promise<{ goldenSets: readonly { name: string }[]; bundles: readonly Bundle[] }>
  goldenQueries: Session['goldenQueries']
}

export const recordsOf = ({ store, goldenQueries }: Session): Present => ({
  read: () => store.read('goldenSets', 'bundles'),
  goldenQueries,
})

export interface ImportChoices {
  clashes: ClashChoices
  /** Whether tools are removed that the files do not hold. */
  removeMissing: boolean
}

/** What becomes of the workspace. */
export interface ImportOutcome {
  /** Under the ids they have in the catalog. */
  tools: Tool[]
  change: CatalogChange
  clashes: ImportClashes
  goldenSets: ImportedGoldenSet[]
  /** What is to be said besides what reading the files gave. */
  rows: ReportRow[]
}

/**
 * What an import writes: tools that are new or differ, golden sets and bundles beside those of the same name, and of its
 * author's layers what is not written here yet. A removed tool's layer stays, for when it comes back.
 */
export const plannedImport =
  (present: Present, imported: CatalogImport, { clashes, removeMissing }: ImportChoices) =>
  async (
    catalog: Pick<Catalog, 'tools'>,
    layers: Layers,
  ): Promise<PlannedChange<ImportOutcome>> => {
    const current = catalog.tools.map(({ tool }) => tool)
    await prepareToPair(current, imported.tools)
    const { tools, ids, recognised, beside } = recogniseTools(current, imported.tools, {
      sameName: clashes.sameName,
      filesSayServers: imported.saysServers ?? true,
    })
    const { goldenSets, bundles } = await present.read()
    const change = catalogChange(catalog.tools, tools)
    const differing = new Set([...change.added, ...change.changed.map(({ id }) => id)])
    const layer = settleLayers(layers, carriedLayers(imported, ids), clashes.layers)
    const golden = await settleGoldenSets(
      { names: goldenSets.map(({ name }) => name), read: present.goldenQueries },
      relabelled(imported.goldenSets, ids),
      clashes.goldenSets,
    )
    return {
      tools: {
        put: tools.filter(({ id }) => differing.has(id)),
        remove: removeMissing ? change.removed : [],
      },
      layers: { put: layer.put },
      goldenSets: { put: golden.put },
      bundles: { put: settleBundles(bundles, imported.bundles, ids) },
      answer: {
        tools,
        change,
        clashes: {
          recognised,
          beside,
          layers: layer.differing,
          layersAdded: layer.put.length,
        },
        goldenSets: golden.sets,
        rows: [...clashRows({ recognised, beside }), ...layer.rows, ...golden.rows],
      },
    }
  }

/** The files' layers by the ids that their tools have here. */
function carriedLayers(
  { tools, layers = {} }: CatalogImport,
  ids: ReadonlyMap<ToolId, ToolId>,
): Map<ToolId, AuthorLayer> {
  const here = (id: ToolId): ToolId => ids.get(id) ?? id
  return new Map(
    tools.flatMap(({ id }) => {
      const layer = named(layers, id)
      if (!layer) return []
      const { dependencies, ...rest } = layer
      const edges = dependencies?.map((edge) => ({ ...edge, on: here(edge.on) }))
      return [[here(id), { ...rest, ...(edges && { dependencies: edges }) }] as const]
    }),
  )
}
