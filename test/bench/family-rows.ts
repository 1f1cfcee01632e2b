import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import type { ActionInput } from '../../src-main/features/actions'
import type { BenchApp } from './bench-app'
import { estimatedBy, K } from './measured-rows'

/** Rows of one data set: its folder, or the file of its tools and that of its queries. */
export interface Family {
  name: string
  tools: string
  golden?: string
  /** The set, where the files hold several. */
  goldenSet?: string
  sample?: { size: number; seed: number }
}

const SOME = { size: 500, seed: 7 }

export const FAMILIES: readonly Family[] = [
  { name: 'ToolE single', tools: 'toole', goldenSet: 'single', sample: SOME },
  { name: 'ToolE multi', tools: 'toole', goldenSet: 'multi' },
  { name: 'Seal-Tools dev', tools: 'seal-tools', goldenSet: 'dev', sample: SOME },
  { name: 'RecTools', tools: 'rectools', goldenSet: 'rectools', sample: SOME },
  { name: 'ToolLinkOS', tools: 'toollinkos', sample: SOME },
  { name: 'API-Bank', tools: 'apibank' },
  { name: 'TMDB', tools: 'restbench-tmdb/tmdb_oas.json', golden: 'restbench-tmdb/golden.json' },
  { name: 'Kubernetes', tools: 'gtc-k8s/k8s_core_v1.json', golden: 'gtc-k8s/golden.json' },
  { name: 'IronClaw', tools: 'ironclaw/tools.json', golden: 'ironclaw/golden.json' },
  ...['instruction', 'category', 'tool'].map((kind) => ({
    name: `StableToolBench G1 ${kind}`,
    tools: 'stabletoolbench-g1/tools.json',
    golden: `stabletoolbench-g1/golden-G1_${kind}.json`,
  })),
]

/** A golden set in a workspace. */
export interface GoldenIn {
  dir: string
  goldenSet: string
}

export async function importedFamily(app: BenchApp, family: Family): Promise<GoldenIn> {
  const dir = await app.imported(join(app.datasets, family.tools))
  return { dir, goldenSet: await goldenOf(app, dir, family) }
}

/** In a workspace of its own, to be changed. */
export async function ownFamily(app: BenchApp, family: Family): Promise<GoldenIn> {
  const { dir } = await app.request('workspace.create', { name: family.name })
  await app.request('import.commit', { dir, path: join(app.datasets, family.tools) })
  return { dir, goldenSet: await goldenOf(app, dir, family) }
}

/** The name of its golden set, which is imported where it has a file of its own. */
async function goldenOf(app: BenchApp, dir: string, { tools, golden, goldenSet }: Family) {
  const sets = await app.request('golden.list', { dir })
  if (!golden) return goldenSet ?? sets[0]?.name ?? basename(dirname(tools))
  const name = basename(golden, '.json')
  if (!sets.some((set) => set.name === name)) {
    await app.request('golden.import', { dir, path: join(app.datasets, golden), name })
  }
  return name
}

export interface Asked {
  text: string
  tools: string[]
}

const PAGE = 1000

/** The queries of a golden set that some tool is right for. */
export async function queriesOf(app: BenchApp, { dir, goldenSet: set }: GoldenIn) {
  const asked: Asked[] = []
  for (let offset = 0; ;) {
    const { queries, total } = await app.request('golden.queries', {
      dir,
      set,
      offset,
      limit: PAGE,
    })
    asked.push(...queries.map(({ text, tools }) => ({ text, tools })))
    offset += queries.length
    if (queries.length === 0 || offset >= total) return asked.filter((each) => each.tools.length)
  }
}

/** Writes queries as a golden set of a workspace. */
export async function goldenSetOf(app: BenchApp, dir: string, queries: readonly Asked[]) {
  const goldenSet = 'asked'
  const path = join(app.folder, `${goldenSet}.json`)
  await writeFile(path, JSON.stringify(queries.map(({ text, tools }) => ({ text, tools }))))
  await app.request('golden.import', { dir, path, name: goldenSet })
  return { dir, goldenSet }
}

export async function toolsOf(app: BenchApp, dir: string) {
  const store = await workspaceLibrary(join(app.folder, 'workspaces')).open(dir)
  const tools = await store.tools()
  await store.close()
  return tools
}

/** By query. */
export interface ByQuery {
  recall: Map<string, number>
  hit: Map<string, number>
  ndcg: Map<string, number>
}

type Choices = Omit<ActionInput<'evaluation.run'>, 'k' | 'dir' | 'goldenSet'>

const DEPTH = 10

/** Recall@5, Hit@1 and nDCG@10 of recipes, query by query. */
export async function measuredByQuery(app: BenchApp, golden: GoldenIn, choices: Choices) {
  const k = [1, K, DEPTH]
  const { runs } = await app.request('evaluation.run', { ...golden, k, ...choices })
  return Promise.all(runs.map(({ id }) => byQuery(app, golden.dir, id)))
}

async function byQuery(app: BenchApp, dir: string, run: string): Promise<ByQuery> {
  const measured: ByQuery = { recall: new Map(), hit: new Map(), ndcg: new Map() }
  for (;;) {
    const page = { dir, run, k: DEPTH, offset: measured.hit.size, limit: PAGE }
    const { rows, total } = await app.request('evaluation.outcomes', page)
    for (const { id, goldenRanks } of rows) {
      const ranks = goldenRanks.filter((rank) => rank !== null)
      measured.recall.set(id, ranks.filter((rank) => rank <= K).length / goldenRanks.length)
      measured.hit.set(id, ranks.includes(1) ? 1 : 0)
      measured.ndcg.set(id, gainOf(ranks) / bestGain(goldenRanks.length))
    }
    if (rows.length === 0 || measured.hit.size >= total) return measured
  }
}

const gainOf = (ranks: readonly number[]): number =>
  ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0)

const bestGain = (count: number): number =>
  gainOf(Array.from({ length: Math.min(count, DEPTH) }, (_, at) => at + 1))

export const meanOf = async (values: ReadonlyMap<string, number>): Promise<number> =>
  (await estimatedBy(values)).mean
