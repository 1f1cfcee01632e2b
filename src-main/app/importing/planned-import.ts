import { named } from '../../domain/value/json'
import type {
  CatalogImport,
  ClashChoices,
  ImportedGoldenSet,
  ReportRow,
} from '../../domain/catalog/import'
import type { Bundle } from '../../domain/query/bundle'
import type { FieldWeightsRecord } from '../../domain/recipe/field-weights'
import { isEdited } from '../../domain/tool/catalog-tool'
import { asImported } from '../../domain/tool/hand-fields'
import type { AuthorLayer, Tool, ToolId, ToolLayer } from '../../domain/tool/tool'
import type { Catalog } from '../catalog/catalog'
import { catalogDifference, type CatalogDifference } from './catalog-change'
import type { Layers } from '../catalog/current-catalog'
import type { PlannedChange, Session } from '../workspaces/session'
import type { ImportDifference } from './change-lists'
import { clashRows } from './clash-rows'
import { recogniseTools } from './recognise-tools'
import { settleBundles } from './settle-bundles'
import { relabelled, settleGoldenSets } from './settle-golden-sets'
import { settleHandEdits } from './settle-hand-edits'
import { settleLayers } from './settle-layers'
import { settleWeights } from './settle-weights'

/** What a workspace holds beside its tools. */
interface Present {
  read(): Promise<{
    goldenSets: readonly { name: string }[]
    bundles: readonly Bundle[]
    layers: readonly ToolLayer[]
    fieldWeights: readonly FieldWeightsRecord[]
  }>
  goldenQueries: Session['goldenQueries']
}

export const recordsOf = ({ store, goldenQueries }: Session): Present => ({
  read: () => store.read('goldenSets', 'bundles', 'layers', 'fieldWeights'),
  goldenQueries,
})

export interface ImportChoices {
  clashes: ClashChoices
  /** Whether tools are removed that the files do not hold. */
  removeMissing: boolean
}

/** What becomes of the workspace. */
export interface ImportOutcome extends ImportDifference {
  /** Author's layers that are written. */
  layersAdded: number
  goldenSets: ImportedGoldenSet[]
  /** What is to be said besides what reading the files gave. */
  rows: ReportRow[]
}

/**
 * What an import writes: tools that are new or differ, golden sets and bundles beside those of the same name, and of its
 * author's layers what is not written here yet. A removed tool's layer stays, and with it what the tool was: when that
 * comes back, whatever its server is called then, it gets its id again.
 */
export const plannedImport =
  (present: Present, imported: CatalogImport, { clashes, removeMissing }: ImportChoices) =>
  async (
    catalog: Pick<Catalog, 'tools'>,
    layers: Layers,
  ): Promise<PlannedChange<ImportOutcome>> => {
    const current = catalog.tools.map(({ tool }) => tool)
    const { goldenSets, bundles, layers: records, fieldWeights } = await present.read()
    const known = [...current, ...waitingTools(records, current)]
    const { ids, recognised, beside, ...read } = await recogniseTools(
      known.map(asImported),
      imported.tools,
      {
        ...{ sameName: clashes.sameName, filesSayServers: imported.saysServers ?? true },
        inForce: current,
      },
    )
    const { tools, ...byHand } = settleHandEdits(known, read.tools, clashes.layers)
    const difference = await catalogDifference(catalog.tools, tools)
    const layer = settleLayers(layers, carriedLayers(imported, ids), clashes.layers)
    const golden = await settleGoldenSets(
      { names: goldenSets.map(({ name }) => name), read: present.goldenQueries },
      relabelled(imported.goldenSets, ids),
      clashes.goldenSets,
    )
    const logged = settleBundles(bundles, imported.bundles, ids)
    const weights = settleWeights(fieldWeights, imported.fieldWeights)
    return {
      tools: toolsChange(difference, removeMissing),
      layers: { put: [...layer.put, ...(removeMissing ? waitingLayers(difference, records) : [])] },
      goldenSets: { put: golden.put },
      bundles: { put: logged.put },
      fieldWeights: { put: weights.put },
      answer: {
        tools,
        difference,
        recognised,
        beside,
        layers: [...byHand.differing, ...layer.differing],
        layersAdded: layer.put.length,
        goldenSets: golden.sets,
        rows: [
          ...[...clashRows({ recognised, beside }), ...byHand.rows, ...layer.rows],
          ...[...golden.rows, ...logged.rows, ...weights.rows],
        ],
      },
    }
  }

const toolsChange = ({ added, changed, removed }: CatalogDifference, removeMissing: boolean) => ({
  put: [...added, ...changed.map(({ after }) => after)],
  remove: removeMissing ? removed.map(({ tool }) => tool.id) : [],
})

/** The layers of tools that go, with what the tools were: where something was written by hand, it is there when they come back. */
function waitingLayers({ removed }: CatalogDifference, records: readonly ToolLayer[]): ToolLayer[] {
  // Where it went before, what it was then must not come back in the place of what it is now.
  const wentBefore = new Set(records.flatMap(({ tool, last }) => (last ? [tool] : [])))
  return removed.flatMap(({ tool, layer }) =>
    isEdited(layer) || tool.imported || wentBefore.has(tool.id)
      ? [{ tool: tool.id, layer, last: tool }]
      : [],
  )
}

/** The tools that layers here wait for. */
function waitingTools(records: readonly ToolLayer[], current: readonly Tool[]): Tool[] {
  const here = new Set(current.map(({ id }) => id))
  return records.flatMap(({ tool, last }) => (last && !here.has(tool) ? [last] : []))
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
