import type {
  CatalogImport,
  ClashChoices,
  ImportedGoldenSet,
  ReportRow,
} from '../../domain/catalog/import'
import type { Source } from '../../domain/catalog/source'
import type { Bundle } from '../../domain/query/bundle'
import { relabelled } from '../../domain/query/relabelled'
import type { FieldWeightsRecord } from '../../domain/recipe/field-weights'
import { asImported, changedByHand, isMadeByHand } from '../../domain/tool/hand-fields'
import type { AuthorLayer, Tool, ToolId, ToolLayer } from '../../domain/tool/tool'
import { named } from '../../domain/value/json'
import type { Replaced } from '../../domain/workspace/change'
import { importReport } from '../../importing/catalog/report'
import type { Recipes } from '../../pipeline/recipes/recipe'
import type { Catalog } from '../workspaces/catalog'
import type { Layers } from '../workspaces/current-catalog'
import { byKey, replacedRecords } from '../editing/replaced-records'
import { reimported } from '../editing/written-fields'
import { differences } from '../golden/restored-sets'
import type { PlannedChange, Session } from '../workspaces/session'
import { catalogDifference, type CatalogDifference } from './catalog-change'
import type { ImportDifference } from './change-lists'
import { recogniseTools, type RecognisedTools } from './recognise-tools'
import { followed, likelyRenames, type LikelyRenames, type Rename } from './renames'
import { settleBundles } from './settle-bundles'
import { settleGoldenSets, type SettledGoldenSets } from './settle-golden-sets'
import { settleLayers, type DifferingLayer } from './settle-layers'
import { settleWeights } from './settle-weights'
import { checkIsStill, sourceAfter, toolsOf, type ImportedSource } from './source-record'
import { waitingLayers } from '../editing/waiting-layers'

/** What a workspace holds beside its tools. */
interface Present {
  read(): Promise<{
    goldenSets: readonly { name: string }[]
    bundles: readonly Bundle[]
    layers: readonly ToolLayer[]
    fieldWeights: readonly FieldWeightsRecord[]
    sources: readonly Source[]
  }>
  goldenQueries: Session['goldenQueries']
}

export const recordsOf = ({ store, goldenQueries }: Session): Present => ({
  read: () => store.read('goldenSets', 'bundles', 'layers', 'fieldWeights', 'sources'),
  goldenQueries,
})

export interface ImportChoices {
  recipes: Recipes
  clashes: ClashChoices
  /** Whether tools are removed that the files do not hold. */
  removeMissing: boolean
  /**
   * The source that was read, where it was no mere import: what it held before and does not any
   * more is its own.
   */
  source?: ImportedSource | undefined
}

/** What becomes of the workspace. */
export interface ImportOutcome extends ImportDifference {
  /** Author's layers that are written. */
  layersPut: ToolLayer[]
  goldenSets: ImportedGoldenSet[]
  /** What is to be said besides what reading the files gave. */
  rows: ReportRow[]
  /** What it replaces, to be taken back; worked out only where it is written. */
  replaced(): Promise<Replaced[]>
}

/**
 * What an import writes: tools that are new or differ, golden sets and bundles beside those of the
 * same name, and of its author's layers what is not written here yet. A removed tool's layer stays,
 * and with it what the tool was: when that comes back, whatever its server is called then, it gets
 * its id again.
 */
export const plannedImport =
  (
    present: Present,
    imported: CatalogImport,
    { recipes, clashes, removeMissing, source }: ImportChoices,
  ) =>
  async (
    catalog: Pick<Catalog, 'tools'>,
    layers: Layers,
  ): Promise<PlannedChange<ImportOutcome>> => {
    const current = catalog.tools.map(({ tool }) => tool)
    const { goldenSets, bundles, layers: records, fieldWeights, sources } = await present.read()
    if (source) checkIsStill(source, sources)
    const known = [...current, ...waitingTools(records, current)]
    const own = source && toolsOf(source.name, sources)
    const naming = {
      sameName: clashes.sameName,
      filesSayServers: imported.saysServers ?? true,
      inForce: current,
    }
    const before = known.map(asImported)
    const servers = new Map(current.map((tool) => [tool.id, tool.server]))
    // A list that names no server may be another part of what is here.
    const isNewer = (id: ToolId) =>
      source !== undefined || removeMissing || servers.get(id) !== undefined
    const likely = await renamesIn(catalog.tools, { before, imported: imported.tools, naming, own })
    const { ids, recognised, renamed, beside, ...read } = await recogniseTools(
      before,
      imported.tools,
      { ...naming, renames: followed(likely, clashes.renames, isNewer) },
    )
    const { tools, ...byHand } = settleHandEdits(known, read.tools, clashes.layers)
    const difference = await catalogDifference(catalog.tools, tools, own)
    const likelyRenamed = likely.renames.filter(({ id }) => renamed.every((each) => each.id !== id))
    const layer = settleLayers(layers, carriedLayers(imported, ids), clashes.layers)
    const golden = await settleGoldenSets(
      { names: goldenSets.map(({ name }) => name), read: present.goldenQueries },
      relabelled(imported.goldenSets, ids),
      clashes.goldenSets,
    )
    const logged = settleBundles(bundles, imported.bundles, ids)
    const weights = settleWeights(recipes, fieldWeights, imported.fieldWeights)
    const change = {
      tools: toolsChange(difference, removeMissing),
      layers: {
        put: [...layer.put, ...(removeMissing ? waitingLayers(difference.removed, records) : [])],
      },
      goldenSets: { put: golden.put },
      bundles: { put: logged.put },
      fieldWeights: { put: weights.put },
      sources: {
        put: source ? sourceAfter(source, sources, { tools, difference, removeMissing }) : [],
      },
    }
    return {
      ...change,
      answer: {
        replaced: async () => [
          ...(await replacedRecords(change, {
            tools: byKey('tools', current),
            layers: byKey('layers', records),
            bundles: byKey('bundles', bundles),
            fieldWeights: byKey('fieldWeights', fieldWeights),
            sources: byKey('sources', sources),
          })),
          ...(await replacedSets(golden, present)),
        ],
        tools,
        difference,
        recognised,
        renamed,
        likelyRenamed: likelyRenamed.map(({ id, as }) => ({ id, as: ids.get(as) ?? as })),
        beside,
        layers: [...byHand.differing, ...layer.differing],
        layersPut: layer.put,
        goldenSets: golden.sets,
        rows: [
          ...clashRows({ recognised, beside }),
          ...renameRows(renamed, likelyRenamed, likely.unclear),
          ...byHand.rows,
          ...layer.rows,
          ...golden.rows,
          ...logged.rows,
          ...weights.rows,
        ],
      },
    }
  }

type Naming = Pick<Parameters<typeof recogniseTools>[2], 'sameName' | 'filesSayServers' | 'inForce'>

interface Renaming {
  /** Tools here as they were imported, those that layers wait for included. */
  before: readonly Tool[]
  imported: readonly Tool[]
  naming: Naming
  /** What the source held, where a source is read. */
  own: ReadonlySet<ToolId> | undefined
}

/** Which tools are gone from their server, and seem to be there under a new name. */
async function renamesIn(
  current: Catalog['tools'],
  { before, imported, naming, own }: Renaming,
): Promise<LikelyRenames> {
  const { tools, ids } = await recogniseTools(before, imported, naming)
  const { added, removed } = await catalogDifference(current, tools, own)
  const isAdded = new Set<ToolId>(added.map(({ id }) => id))
  // As the files name them: what an import calls its own tool is what it is known by.
  const news = imported.filter(({ id }) => isAdded.has(ids.get(id) ?? id))
  const servers = new Map(tools.map((tool) => [tool.id, tool.server]))
  return likelyRenames(
    removed.map(({ tool }) => asImported(tool)),
    news.map((tool) => ({ ...tool, server: servers.get(ids.get(tool.id) ?? tool.id) })),
  )
}

/** What golden sets of an import take the place of, as far as they are others. */
export async function replacedSets(
  { put, sets }: Pick<SettledGoldenSets, 'put' | 'sets'>,
  { goldenQueries }: Pick<Present, 'goldenQueries'>,
): Promise<Replaced[]> {
  const there = new Set(sets.flatMap(({ name, replaces }) => (replaces ? [name] : [])))
  const replaced = put.map(async ({ name, queries }) =>
    differences(name, there.has(name) ? await goldenQueries(name) : undefined, queries),
  )
  return (await Promise.all(replaced)).filter(({ was, queries }) => !was || queries.length > 0)
}

const toolsChange = ({ added, changed, removed }: CatalogDifference, removeMissing: boolean) => ({
  put: [...added, ...changed.map(({ after }) => after)],
  remove: removeMissing ? removed.map(({ tool }) => tool.id) : [],
})

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

/** Names that one line of the report spells out. */
const NAMED = 5

/** What the report says of tools that were recognised, and of those that come in beside another. */
function clashRows({
  recognised,
  beside,
}: Pick<RecognisedTools, 'recognised' | 'beside'>): ReportRow[] {
  const rows: ReportRow[] = []
  if (recognised.length > 0) {
    const names = listed(recognised.map(({ id, as }) => (id === as ? id : `${as} as ${id}`)))
    rows.push({
      outcome: 'notice',
      where: 'catalog',
      why: `The same tools are or were here, with or without a server; they keep their ids, layers and golden labels: ${names}`,
    })
  }
  if (beside.length > 0) {
    rows.push({
      outcome: 'notice',
      where: 'catalog',
      why: `Other tools here, or tools whose author’s layers wait for them, have the same names; both are kept: ${listed(beside.map(({ id, as }) => `${as} beside ${id}`))}`,
      fix: 'If they are newer versions of the tools here, choose to replace tools of the same name.',
    })
  }
  return rows
}

/** What the report says of tools with a new name. */
function renameRows(
  renamed: RecognisedTools['renamed'],
  likely: readonly Rename[],
  unclear: LikelyRenames['unclear'],
): ReportRow[] {
  const row = (why: string, fix?: string): ReportRow => ({
    outcome: 'notice',
    where: 'catalog',
    why,
    ...(fix !== undefined && { fix }),
  })
  const pairs = (of: readonly { id: ToolId; as: ToolId }[]): string =>
    listed(of.map(({ id, as }) => `${id} is now ${as}`))
  return [
    ...(renamed.length > 0
      ? [row(`Tools have a new name; labels, texts and edges follow: ${pairs(renamed)}`)]
      : []),
    ...(likely.length > 0
      ? [
          row(
            `Tools are gone, and others seem to be them under a new name: ${pairs(likely)}`,
            'Choose to follow likely renames, and labels, texts and edges go with them; else both stand alone.',
          ),
        ]
      : []),
    ...(unclear.length > 0
      ? [
          row(
            `Tools are gone, and several are alike to each: ${listed(unclear.map(({ id, as }) => `${id} may be ${as.join(' or ')}`))}. None is taken for it`,
            'Rename the tool here by hand before you import, if it is one of them.',
          ),
        ]
      : []),
  ]
}

const listed = (names: string[]): string =>
  names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
    : names.join(', ')

/**
 * The tools of an import as they are to stand beside what was written by hand, and where they say
 * something new of it.
 */
interface SettledTools {
  tools: Tool[]
  differing: DifferingLayer[]
  rows: ReportRow[]
}

/** @param tools under the ids that they have in the catalog. */
function settleHandEdits(
  known: readonly Tool[],
  tools: readonly Tool[],
  choice: ClashChoices['layers'],
): SettledTools {
  const isTouched = (tool: Tool): boolean => isMadeByHand(tool) || changedByHand(tool).length > 0
  const touched = new Map<ToolId, Tool>(known.filter(isTouched).map((tool) => [tool.id, tool]))
  const differing: DifferingLayer[] = []
  const report = importReport()
  const settled = tools.map((incoming) => {
    const { tool, differing: fields } = reimported(touched.get(incoming.id), incoming, choice)
    if (fields.length > 0) {
      differing.push({ id: tool.id, fields })
      report.add(rowOf(tool.id, fields.map(({ field }) => field).join(', '), choice))
    }
    return tool
  })
  return { tools: settled, differing, rows: report.rows() }
}

const rowOf = (entry: ToolId, what: string, choice: ClashChoices['layers']): ReportRow => {
  const where = `what was written by hand of ${entry}`
  return choice === 'replace'
    ? { outcome: 'notice', where, entry, why: `The files’ replaces yours: ${what}` }
    : {
        outcome: 'notice',
        where,
        entry,
        why: `Yours stays; the files say something else: ${what}. What they say is kept beside it`,
        fix: 'Choose to take the files’ to replace it, or go back to it later in the tool’s definition.',
      }
}
