import { MIXED_KINDS, type ChangeKind } from '../shared/robustness'
import { definitionOf, visibilityOf } from '../../../domain/tool/catalog-tool'
import { idOf, readInPassing } from '../../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../../domain/tool/tool'
import { randomNumbers, seedOf } from '../../../evaluation/statistics/random'
import { nearestTools, type NearestTools } from './nearest-tools'
import { OPERATORS, type Change } from './operators'

/** One way in which a catalog changes. */
export interface Round {
  /** What changes; left out: each tool drawn in one of the mixed ways. */
  kind?: ChangeKind | undefined
  /** Which tools are drawn, from 1 on. */
  seed: number
  /** Of all tools that can be given, how many are drawn, above 0 up to 1. */
  share: number
}

/** A catalog as it is after a round. */
export interface ChangedCatalog {
  /** Tools that are others, new ones among them; one that is gone is hidden. */
  drafts: CatalogTool[]
  /**
   * The tools of which any does what this one did: itself where it is there, none where it is gone.
   */
  right(tool: ToolId): readonly ToolId[]
  /** Tools drawn that changed. */
  changed: number
  /** Tools drawn that stayed, as they would have become equal to another. */
  undone: number
}

/** What rounds of one catalog have in common. */
export interface Changeable {
  tools: ReadonlyMap<ToolId, CatalogTool>
  /** Tools that can be given: what is hidden does not change. */
  eligible: readonly ToolId[]
  servers: readonly string[]
  nearest: NearestTools
  /** What all tools say, by which equal ones are told. */
  said: ReadonlySet<string>
}

/** Works out once what all rounds need. */
export async function changeable(
  all: readonly CatalogTool[],
  pause: () => Promise<unknown>,
): Promise<Changeable> {
  const eligible = all.filter((entry) => visibilityOf(entry) !== 'hidden')
  const said = new Set<string>()
  const servers = new Set<string>()
  for (const entry of all) {
    const read = readInPassing(entry)
    for (const key of keysOf(read)) said.add(key)
    if (read.tool.server !== undefined) servers.add(read.tool.server)
    await pause()
  }
  return {
    tools: new Map(all.map((entry) => [idOf(entry), entry])),
    eligible: eligible.map(idOf),
    servers: [...servers].sort(),
    nearest: await nearestTools(eligible, pause),
    said,
  }
}

/** What no two tools may share: a name on one server, and all that an agent reads of one. */
const keysOf = (entry: CatalogTool): string[] => [
  JSON.stringify([entry.tool.server ?? '', entry.tool.name]),
  JSON.stringify(definitionOf(entry)),
]

/**
 * The tools that a seed draws, one at least; those that follow draw others, as long as there are
 * any: five seeds of a fifth reach every tool.
 */
function drawnTools(ids: readonly ToolId[], { seed, share }: Round): ToolId[] {
  if (ids.length === 0) return []
  const parts = Math.max(1, Math.floor(1 / share))
  const turn = Math.floor((seed - 1) / parts)
  const places = new Map(ids.map((id) => [id, seedOf(turn, id)]))
  const order = ids.toSorted(
    (a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0) || (a < b ? -1 : 1),
  )
  const cutAfter = (part: number) => Math.round(part * share * ids.length)
  const part = (seed - 1) % parts
  const from = Math.min(cutAfter(part), ids.length - 1)
  return order.slice(from, Math.max(cutAfter(part + 1), from + 1))
}

/**
 * Changes tools of a catalog one after the other; the same round gives the same, bit for bit. A
 * tool that one change has touched no other one does. What would make two tools equal is undone: no
 * golden set could say which is right.
 */
export async function changedCatalog(
  catalog: Changeable,
  round: Round,
  pause: () => Promise<unknown>,
): Promise<ChangedCatalog> {
  const drafts = new Map<ToolId, CatalogTool>()
  const instead = new Map<ToolId, readonly ToolId[]>()
  const touched = new Set<ToolId>()
  const said = new Set<string>()
  const isTaken = (key: string) => said.has(key) || catalog.said.has(key)
  const isEqual = ({ put }: Change): boolean => {
    const now = put.map((entry) => {
      const before = catalog.tools.get(idOf(entry))
      const own = before ? keysOf(before) : []
      return keysOf(entry).filter((key) => !own.includes(key))
    })
    return now.flat().some(isTaken) || new Set(now.flat()).size < now.flat().length
  }
  let changed = 0
  let undone = 0
  for (const id of drawnTools(catalog.eligible, round)) {
    await pause()
    if (touched.has(id)) continue
    const change = changeOf(catalog, { id, round, touched })
    if (!change || change.put.some((entry) => drafts.has(idOf(entry)))) continue
    if (isEqual(change)) {
      undone++
      continue
    }
    changed++
    touched.add(id)
    for (const entry of change.put) {
      drafts.set(idOf(entry), entry)
      touched.add(idOf(entry))
      for (const key of keysOf(entry)) said.add(key)
    }
    for (const gone of change.gone ?? []) {
      drafts.set(gone, hidden(catalog.tools.get(gone) as CatalogTool))
      touched.add(gone)
    }
    for (const [tool, others] of change.instead ?? []) instead.set(tool, others)
  }
  return {
    drafts: [...drafts.values()],
    changed,
    undone,
    right: (tool) => instead.get(tool) ?? [tool],
  }
}

const hidden = ({ tool, layer }: CatalogTool): CatalogTool => ({
  tool,
  layer: { ...layer, visibility: 'hidden' },
})

/**
 * The change of one tool; in a mixed round, of the first from a drawn one on that has anything to
 * change.
 */
function changeOf(
  { tools, nearest, servers }: Changeable,
  { id, round, touched }: { id: ToolId; round: Round; touched: ReadonlySet<ToolId> },
): Change | undefined {
  const entry = readInPassing(tools.get(id) as CatalogTool)
  const toolOf = (tool: ToolId) => tools.get(tool) as CatalogTool
  const has = (tool: ToolId) => tools.has(tool)
  const near = nearest(id).filter(({ tool }) => !touched.has(tool))
  for (const kind of kindsFrom(round, id)) {
    const random = randomNumbers(seedOf(round.seed, `${kind} ${id}`))
    const change = OPERATORS[kind](entry, { random, near, toolOf, has, servers })
    if (change) return change
  }
  return undefined
}

function kindsFrom({ kind, seed }: Round, id: ToolId): readonly ChangeKind[] {
  if (kind) return [kind]
  const from = Math.floor(randomNumbers(seedOf(seed, id))() * MIXED_KINDS.length)
  return [...MIXED_KINDS.slice(from), ...MIXED_KINDS.slice(0, from)]
}
