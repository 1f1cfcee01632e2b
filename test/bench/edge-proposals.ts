import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProposalRow } from '../../src-main/contract/proposal'
import { edgeKey } from '../../src-main/domain/proposal/edge-decision'
import type { QueryOutcome } from '../../src-main/domain/run/run'
import { ToolId } from '../../src-main/domain/tool/tool'
import { judgedAt, standingOf } from '../../src-main/evaluation/judged'
import { averagePrecision, recall } from '../../src-main/evaluation/measures'
import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import { benchApp, type BenchApp } from './bench-app'
import { printFigure } from './print'

/** A tool as ToolLinkOS's files have it. */
interface Entry {
  name: string
  depends_on: { name: string; dependence_type: string; parameter_name: string | null }[]
}
type Files = Record<'core_tools.json' | 'regular_tools.json', Entry[]>

const K = 10

/**
 * How right proposed edges are, on ToolLinkOS with its edges taken away, and what accepting them
 * does.
 */
export async function edgeProposals(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const files = await filesOf(join(datasets, 'toollinkos'))
  const tools = [...files['core_tools.json'], ...files['regular_tools.json']]
  const truth = new Set<string>()
  const byParameter = new Set<string>()
  for (const { name, depends_on } of tools) {
    for (const edge of depends_on) {
      const key = keyOf(name, edge.name)
      truth.add(key)
      if (edge.parameter_name || edge.dependence_type.startsWith('PARAMETER')) byParameter.add(key)
    }
  }
  await schemasAlone(app, files, { truth, byParameter })
  for (const seed of [1, 2, 3]) await hubsAndATenth(app, files, { truth, seed })
  await app.close()
}

const keyOf = (from: string, on: string): string => edgeKey(ToolId.parse(from), ToolId.parse(on))
const rowKey = ({ from, on }: ProposalRow): string => edgeKey(from, on)

async function filesOf(folder: string): Promise<Files> {
  const read = async (name: string) =>
    JSON.parse(await readFile(join(folder, name), 'utf8')) as Entry[]
  return {
    'core_tools.json': await read('core_tools.json'),
    'regular_tools.json': await read('regular_tools.json'),
  }
}

/**
 * A workspace where only these tools have their edges; that others of them need nothing stands in
 * their layers.
 */
async function workspaceWith(
  app: BenchApp,
  files: Files,
  annotated: ReadonlySet<string>,
): Promise<string> {
  const folder = join(app.folder, `toollinkos-${annotated.size}-${Date.now()}`)
  await mkdir(folder)
  for (const [name, entries] of Object.entries(files)) {
    const kept = entries.map((entry) =>
      annotated.has(entry.name) ? entry : { ...entry, depends_on: [] },
    )
    await writeFile(join(folder, name), JSON.stringify(kept))
  }
  const queries = await readFile(join(app.datasets, 'toollinkos', 'instances.json'))
  await writeFile(join(folder, 'instances.json'), queries)
  const { dir } = await app.request('workspace.create', { name: 'Edges' })
  await app.request('import.commit', { dir, path: folder })
  for (const { name, depends_on } of Object.values(files).flat()) {
    if (!annotated.has(name) || depends_on.length > 0) continue
    await app.request('catalog.saveLayer', {
      dir,
      id: ToolId.parse(name),
      layer: { dependencies: [] },
    })
  }
  return dir
}

async function proposed(app: BenchApp, dir: string): Promise<ProposalRow[]> {
  await app.request('proposals.find', { dir })
  const rows: ProposalRow[] = []
  for (let offset = 0; ; offset += 1000) {
    const page = await app.request('proposals.list', {
      dir,
      sort: 'probability',
      offset,
      limit: 1000,
    })
    rows.push(...page.rows)
    if (rows.length >= page.total) return rows
  }
}

async function schemasAlone(
  app: BenchApp,
  files: Files,
  { truth, byParameter }: { truth: ReadonlySet<string>; byParameter: ReadonlySet<string> },
): Promise<void> {
  const rows = await proposed(app, await workspaceWith(app, files, new Set()))
  for (const most of [100, 200, 400, 800]) {
    const keys = rows.slice(0, most).map(rowKey)
    const right = keys.filter((key) => truth.has(key)).length
    const ofParameters = keys.filter((key) => byParameter.has(key)).length
    printFigure(
      `ToolLinkOS without edges, the surest ${most} proposals: precision · recall of ${byParameter.size} parameter edges`,
      `${(right / keys.length).toFixed(3)} · ${(ofParameters / byParameter.size).toFixed(3)}`,
      most === 400 ? 'at least .80 · .40' : undefined,
    )
  }
}

/**
 * What `graph-rag-tool-fusion` gives for the golden queries, with its own settings and the paper's.
 */
async function answered(app: BenchApp, dir: string): Promise<QueryOutcome[][]> {
  const recipes = ['expected', 'paper'].map((preset) => ({
    recipe: 'graph-rag-tool-fusion',
    options: { preset },
  }))
  const { runs } = await app.request('evaluation.run', {
    dir,
    goldenSet: 'instances',
    recipes,
    k: [K],
  })
  const all: QueryOutcome[][] = []
  for (const { id } of runs) {
    const outcomes: QueryOutcome[] = []
    for (let total = 1; outcomes.length < total;) {
      const page = await app.request('evaluation.outcomes', {
        dir,
        run: id,
        offset: outcomes.length,
        limit: 500,
      })
      outcomes.push(...page.rows)
      total = page.total
    }
    all.push(outcomes)
  }
  return all
}

/**
 * All core tools and a tenth of the others annotated, told apart by a seed; measured on the other
 * tools and their queries.
 */
async function hubsAndATenth(
  app: BenchApp,
  files: Files,
  given: { truth: ReadonlySet<string>; seed: number },
): Promise<void> {
  const { truth, seed } = given
  const random = randomNumbers(seed)
  const others = files['regular_tools.json'].filter(() => random() < 0.1)
  const annotated = new Set([...files['core_tools.json'], ...others].map(({ name }) => name))
  const dir = await workspaceWith(app, files, annotated)
  const rows = await proposed(app, dir)
  const wanted = [...truth].filter((key) => !annotated.has((JSON.parse(key) as [string])[0]))
  // The golden sets begin with the main tool.
  const means = async () =>
    (await answered(app, dir)).map((outcomes) =>
      meansOf(outcomes.filter(({ golden }) => !annotated.has(golden[0] ?? ''))),
    )
  const before = await means()
  for (const atLeast of [0.3, 0.4]) {
    const accepted = rows.filter(({ probability = 0 }) => probability >= atLeast)
    const right = accepted.filter((row) => truth.has(rowKey(row))).length
    await app.request('proposals.decide', { dir, chosen: { atLeast }, verdict: 'accepted' })
    const after = await means()
    await app.request('changes.undo', { dir, of: 'edges' })
    printFigure(
      `core tools and ${others.length} others annotated (seed ${seed}), ${accepted.length} accepted from ${atLeast}: precision · recall; mAP@${K} and recall@${K}, ours and the paper’s`,
      `${(right / accepted.length).toFixed(2)} · ${(right / wanted.length).toFixed(2)}; ${before.map((each, at) => `${each} → ${after[at] ?? ''}`).join(' · ')}`,
      'mAP@10 at least .70',
    )
  }
}

function meansOf(outcomes: readonly QueryOutcome[]): string {
  let map = 0
  let found = 0
  for (const { golden, tools } of outcomes) {
    const judged = judgedAt(standingOf({ golden }, tools), K, 0)
    map += averagePrecision.of(judged)
    found += recall.of(judged)
  }
  const mean = (sum: number) => (sum / outcomes.length).toFixed(3)
  return `${mean(map)} (${mean(found)})`
}
