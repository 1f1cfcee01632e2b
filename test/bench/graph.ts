import type { QueryOutcome } from '../../src-main/domain/run/run'
import { DependencyKind, type Dependency, type ToolId } from '../../src-main/domain/tool/tool'
import { walk } from '../../src-main/pipeline/dependencies/walk'
import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import { benchApp, type BenchApp } from './bench-app'
import { points, share } from './measured-rows'
import { milliseconds, printFigure } from './print'
import { byMain, mainQueries, meanOf, outcomesOf, type ByMain } from './toollinkos-rows'

const RECIPE = 'graph-rag-tool-fusion'
const PAPER = { recipe: RECIPE, options: { preset: 'paper' } }
const EXPECTED = { recipe: RECIPE, options: {} }
/** The threshold of a set that is as large as it must be, and the most tools it may hold. */
const ADAPTIVE = { recipe: RECIPE, options: { threshold: 0.25 } }

/**
 * Graph RAG-Tool Fusion on ToolLinkOS, on development mains and on those held out, with intervals
 * by main tool; and what walking along dependencies adds to a query.
 */
export async function graph(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  await accuracy(app, 'builtin')
  const ollamaUrl = process.env['PEGBOARD_OLLAMA']
  if (ollamaUrl) {
    await app.request('settings.write', { ollamaUrl })
    await accuracy(app, 'ollama:all-minilm')
  }
  await app.close()
  walking()
}

async function accuracy(app: BenchApp, embedder: string): Promise<void> {
  const queries = await mainQueries(app)
  const hybrid = { recipe: 'hybrid', options: {} }
  const recipes = [hybrid, PAPER, EXPECTED, ADAPTIVE]
  const all = await outcomesOf(app, recipes, { embedder })
  const [naive = [], paper = [], ours = [], adaptive = []] = all
  for (const isDevelopment of [true, false]) {
    const where = `${isDevelopment ? 'development' : 'held out'}, ${embedder}`
    const of = (outcomes: readonly QueryOutcome[]) => byMain(outcomes, queries, { isDevelopment })
    await print(`naive (hybrid), ${where}`, await of(naive))
    const published = await of(paper)
    await print(`paper, ${where}`, published, 'within .01 of .889 and .904')
    const own = await of(ours)
    await print(`expected, ${where}`, own, 'at least .92 and .955')
    for (const name of ['MAP@10', 'main Hit@10']) {
      const { mean, ci95 } = await meanOf(name, own, published)
      const [low = 0, high = 0] = ci95
      printFigure(
        `  ${name}, expected over paper, in points`,
        `${points(mean)} [${points(low)}, ${points(high)}]`,
      )
    }
    await print(`expected, threshold .25, ${where}`, await of(adaptive))
    const sizes = adaptive.filter(({ id }) => queries.get(id)?.isDevelopment === isDevelopment)
    printFigure('  tools given at most 30, and their precision', sizeText(sizes))
  }
}

const MEASURES = [
  'MAP@10',
  'main Hit@10',
  'MAP@20',
  'MAP@30',
  'Recall@10',
  'Recall@20',
  'Recall@30',
  'Precision@10',
  'PromptTokens@10',
  'PromptTokens@30',
]

async function print(what: string, values: ByMain, asked?: string): Promise<void> {
  printFigure(what, '', asked)
  for (const name of MEASURES) {
    const { mean, ci95 } = await meanOf(name, values)
    const [low = 0, high = 0] = ci95
    const figure = (value: number) => (value > 1 ? value.toFixed(0) : share(value))
    printFigure(`  ${name}`, `${figure(mean)} [${figure(low)}, ${figure(high)}]`)
  }
}

function sizeText(outcomes: readonly QueryOutcome[]): string {
  const mean = (value: (outcome: QueryOutcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + value(outcome), 0) / outcomes.length
  const precision = mean(({ tools, golden }) => {
    const hits = tools.filter((tool) => golden.includes(tool)).length
    return tools.length === 0 ? 0 : hits / tools.length
  })
  return `${mean(({ tools }) => tools.length).toFixed(1)}, ${share(precision)}`
}

const TOOLS = 4076
const EDGES = 6
const SEEDS = 3
const QUERIES = 2000

/** Processor time, as other programs would be counted in elapsed time. */
function walking(): void {
  const random = randomNumbers(1)
  const ids = Array.from({ length: TOOLS }, (_, at) => `tool_${at}` as ToolId)
  const any = () => ids[Math.floor(random() * TOOLS)] as ToolId
  const edges = new Map(
    ids.map((id) => [
      id,
      Array.from({ length: EDGES }, (): Dependency => ({ on: any(), kind: 'tool-direct' })),
    ]),
  )
  const tools = {
    dependencies: (id: ToolId) => edges.get(id) ?? [],
    stateOf: () => 'admitted' as const,
  }
  const begun = process.cpuUsage()
  let needed = 0
  for (let query = 0; query < QUERIES * SEEDS; query++) {
    needed += walk(tools, any(), { kinds: DependencyKind.options }).needs.length
  }
  const { user, system } = process.cpuUsage(begun)
  printFigure(
    `walking, ${TOOLS} tools with ${EDGES} edges, ${SEEDS} seeds, ${(needed / QUERIES).toFixed(0)} met`,
    milliseconds((user + system) / 1000 / QUERIES),
    'under 1 ms',
  )
}
