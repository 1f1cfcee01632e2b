import { join } from 'node:path'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import type { GoldenQuery } from '../../src-main/domain/query/golden-set'
import type { CatalogTool, ToolId } from '../../src-main/domain/tool/tool'
import { TEXT_PROPOSALS } from '../../src-main/domain/proposal/bounds'
import { evenSample } from '../../src-main/domain/value/even-sample'
import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import type { WorkspaceStore } from '../../src-main/ports/workspace-store'
import type { BenchApp } from './bench-app'
import type { Material } from './gate-proposals'

/** Draws on which nothing was decided; thresholds were chosen on draws 1 to 4 of the same sets. */
export const DRAWS = [21, 22, 23, 24]

/** Published data by which the gate is tried. */
export interface GateSet {
  name: string
  folder: string
  goldenSets: readonly string[]
  /** Whether a query of several tools is about the first of them. */
  isMainFirst: boolean
}

const set = (name: string, folder: string, goldenSets: readonly string[]): GateSet => ({
  name,
  folder,
  goldenSets,
  isMainFirst: false,
})

export const GATE_SETS: readonly GateSet[] = [
  set('ToolE', 'toole', ['single']),
  { ...set('ToolLinkOS', 'toollinkos', ['instances']), isMainFirst: true },
  set('Seal-Tools', 'seal-tools', ['dev', 'test-in-domain', 'test-out-domain']),
  { ...set('RecTools', 'rectools', ['rectools']), isMainFirst: true },
  set('API-Bank', 'apibank', ['queries']),
]

/** Queries of a tool that its proposals are made of, and at most so many that the gate asks. */
const WRITTEN_OF = 3
const FEWEST = 2
const MOST_ASKED = 10
/** Queries of several tools that are asked as well. */
const MOST_OTHERS = 2000

/**
 * A published catalog with all its golden queries, of which the workspace is to hold some at a
 * time.
 */
export interface OpenSet {
  dir: string
  store: WorkspaceStore
  tools: Map<ToolId, CatalogTool>
  queries: GoldenQuery[]
  isMainFirst: boolean
}

export async function openSet(app: BenchApp, set: GateSet): Promise<OpenSet> {
  const dir = await app.imported(join(app.datasets, set.folder))
  const store = await workspaceLibrary(app.folder).open(dir)
  const queries: GoldenQuery[] = []
  for (const name of set.goldenSets) {
    const members = await store.members('goldenSets', name)
    queries.push(...members.map((query) => ({ ...query, id: `${name} ${query.id}` })))
  }
  const { goldenSets } = await store.read('goldenSets')
  await store.commit({ goldenSets: { remove: goldenSets.map(({ name }) => name) } })
  const tools = new Map((await store.tools()).map((entry) => [entry.tool.id, entry] as const))
  return { dir, store, tools, queries, isMainFirst: set.isMainFirst }
}

/**
 * Shares the queries of each tool out by chance, none to both sides: some that proposals are made
 * of, and a golden set that the gate asks, which is put in the workspace.
 */
export async function shareOut(app: BenchApp, open: OpenSet, seed: number): Promise<Material[]> {
  const { dir, store, tools, queries, isMainFirst } = open
  const random = randomNumbers(seed)
  const mixed = queries
    .map((query) => [random(), query] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, query]) => query)
  const isAboutOne = ({ tools: golden, text }: GoldenQuery) =>
    (isMainFirst || golden.length === 1) && text.length <= TEXT_PROPOSALS.longest.entry
  const byTool = Map.groupBy(mixed.filter(isAboutOne), ({ tools: golden }) => golden[0] as ToolId)
  const written = new Map<ToolId, GoldenQuery[]>()
  const asked: GoldenQuery[] = []
  for (const [tool, own] of byTool) {
    const taken = own.length > FEWEST ? Math.min(WRITTEN_OF, own.length - 1) : 0
    written.set(tool, own.slice(0, taken))
    asked.push(...own.slice(taken, taken + MOST_ASKED))
  }
  for (const { tools: golden } of queries) {
    for (const tool of golden) if (!written.has(tool)) written.set(tool, [])
  }
  const used = new Set([...written.values()].flat())
  asked.push(
    ...evenSample(
      mixed.filter((query) => !used.has(query) && !isAboutOne(query)),
      MOST_OTHERS,
    ),
  )
  await store.commit({ goldenSets: { put: [{ name: 'asked', queries: asked }] } })
  const material: Material[] = []
  for (const [id, questions] of written) {
    const tool = tools.get(id)
    if (!tool) continue
    const text = `${tool.tool.name} ${tool.tool.description}`.slice(0, 2000)
    const { tools: found } = await app.request('query.run', { dir, recipe: 'hybrid', k: 6, text })
    const like = found
      .map(({ tool: other }) => other)
      .find((other) => other !== id && written.has(other) && !isTwin(tool, tools.get(other)))
    const neighbour = like && tools.get(like)
    if (!neighbour) continue
    material.push({ tool, questions, neighbour, neighboursQuestions: written.get(like) ?? [] })
  }
  return material
}

/** Whether two descriptions say nearly the same: the words of such a neighbour do no harm. */
function isTwin(one: CatalogTool, other: CatalogTool | undefined): boolean {
  const a = wordsOf(one)
  const b = wordsOf(other)
  const both = [...a].filter((word) => b.has(word)).length
  return both / (a.size + b.size - both) > 0.6
}

const wordsOf = (entry?: CatalogTool): Set<string> =>
  new Set(entry?.tool.description.toLowerCase().match(/[\p{L}\p{N}]+/gu))
