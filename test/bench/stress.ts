import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogTool } from '../../src-main/domain/tool/tool'
import { sampleOf } from '../../src-main/evaluation/statistics/random'
import { benchApp, type BenchApp } from './bench-app'
import {
  FAMILIES,
  goldenSetOf,
  importedFamily,
  meanOf,
  measuredByQuery,
  ownFamily,
  queriesOf,
  toolsOf,
  type ByQuery,
  type Family,
  type GoldenIn,
} from './family-rows'
import { estimatedBy, points, share } from './measured-rows'
import { ownRequests } from './own-requests'
import { printFigure } from './print'
import { shuffled } from './split-rows'

const SAMPLE = { size: 200, seed: 7 }
const CUT = 40
const FOREIGN = 4_000
const LEFT_OUT = ['API-Bank', 'IronClaw', 'StableToolBench G1 category', 'StableToolBench G1 tool']
const MULTIPLIERS = [0.7, 1, 1.4]
const RECIPES = [
  { recipe: 'bm25' },
  { recipe: 'dense' },
  ...MULTIPLIERS.map((denseWeight) => ({ recipe: 'hybrid', options: { denseWeight } })),
]
const EMBEDDERS = ['builtin', 'sentences']

/** A difference of `hybrid` to the better of its arms. */
interface Difference {
  name: string
  mean: number
  high: number
  text: string
}

/** Differences in Recall@5 of a family as it is, by multiplier. */
type Row = { family: string; by: number[] }

/**
 * `hybrid` beside the better of its arms as catalogs shrink and grow: families cut to few tools, as
 * they are and among thousands that are foreign.
 */
export async function stress(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const families = FAMILIES.filter(({ name }) => !LEFT_OUT.includes(name))
  for (const embedder of EMBEDDERS) {
    const { measure, all } = measuring(app, embedder)
    const rows: Row[] = []
    for (const family of families) {
      const { name } = family
      await measure(await cutFamily(app, family), `${name}, ${CUT} tools`)
      rows.push({ family: name, by: await measure(await importedFamily(app, family), name) })
    }
    printLeftOut(rows, embedder)
    for (const family of families) {
      const { count, ...golden } = await grownFamily(app, family)
      await measure(golden, `${family.name}, + ${count} foreign tools`)
    }
    printWorst(all, embedder)
  }
  await app.close()
}

/** The same on requests written for this product: of two and three words, and Chinese ones. */
export async function stressWords(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const sets = await ownRequests(app)
  for (const embedder of EMBEDDERS) {
    const { measure, all } = measuring(app, embedder)
    for (const { name, ...golden } of sets) await measure(golden, name)
    printWorst(all, embedder)
  }
  await app.close()
}

/** Measures and prints a set at a time, and keeps the differences. */
function measuring(app: BenchApp, embedder: string) {
  const all: Difference[] = []
  const measure = async (golden: GoldenIn, name: string) => {
    const { differences, by } = await printSet(app, golden, { name, embedder })
    all.push(...differences)
    return by
  }
  return { all, measure }
}

async function printSet(
  app: BenchApp,
  golden: GoldenIn,
  { name, embedder }: { name: string; embedder: string },
) {
  const measured = await measuredByQuery(app, golden, {
    embedder,
    recipes: RECIPES,
    sample: SAMPLE,
  })
  const [words, meaning, ...fused] = measured as [ByQuery, ByQuery, ...ByQuery[]]
  const hybrid = fused[MULTIPLIERS.indexOf(1)] as ByQuery
  const shown = await Promise.all(
    [words, meaning, hybrid].map(async ({ recall, hit, ndcg }) =>
      (await Promise.all([recall, hit, ndcg].map(meanOf))).map(share).join(' '),
    ),
  )
  printFigure(
    `${name} (${words.hit.size}), ${embedder}: Recall@5 Hit@1 nDCG@10, bm25 · dense · hybrid`,
    shown.join(' · '),
  )
  const differences: Difference[] = []
  for (const measure of ['recall', 'ndcg'] as const) {
    const { mean, ci95 } = await toBetter(hybrid, [words, meaning], measure)
    const text = `${points(mean)} [${ci95.map(points).join(', ')}]`
    printFigure(`  to the better one, ${TITLES[measure]}`, text)
    differences.push({ name: `${name}, ${TITLES[measure]}`, mean, high: ci95[1] ?? 0, text })
  }
  const others = fused.map((one) => toBetter(one, [words, meaning], 'recall'))
  return { differences, by: (await Promise.all(others)).map(({ mean }) => mean) }
}

const TITLES = { recall: 'Recall@5', ndcg: 'nDCG@10' }

async function toBetter(one: ByQuery, arms: readonly ByQuery[], measure: 'recall' | 'ndcg') {
  const means = await Promise.all(arms.map((arm) => meanOf(arm[measure])))
  return estimatedBy(one[measure], arms[means.indexOf(Math.max(...means))]?.[measure])
}

/** Tools that a sample of its queries want, then others; of the queries those that they serve. */
async function cutFamily(app: BenchApp, family: Family): Promise<GoldenIn> {
  const golden = await ownFamily(app, family)
  const ids = (await toolsOf(app, golden.dir)).map(({ tool }) => tool.id)
  const known = new Set<string>(ids)
  const queries = (await queriesOf(app, golden)).filter(({ tools }) =>
    tools.every((tool) => known.has(tool)),
  )
  const kept = new Set<string>()
  for (const { tools } of shuffled(queries, SAMPLE.seed)) {
    const more = new Set([...kept, ...tools])
    if (more.size <= CUT) for (const tool of tools) kept.add(tool)
    if (kept.size === CUT) break
  }
  for (const tool of shuffled(ids, SAMPLE.seed)) if (kept.size < CUT) kept.add(tool)
  const rest = ids.filter((tool) => !kept.has(tool))
  if (rest.length > 0) await app.request('catalog.remove', { dir: golden.dir, ids: rest })
  const inside = queries.filter(({ tools }) => tools.every((tool) => kept.has(tool)))
  return goldenSetOf(app, golden.dir, inside)
}

/** Seal-Tools' tools; for Seal-Tools those of StableToolBench and ToolLinkOS. */
async function grownFamily(app: BenchApp, family: Family): Promise<GoldenIn & { count: number }> {
  const golden = await ownFamily(app, family)
  const own = new Set((await toolsOf(app, golden.dir)).map(({ tool }) => tool.name))
  const sources =
    family.tools === 'seal-tools' ? ['stabletoolbench-g1/tools.json', 'toollinkos'] : ['seal-tools']
  const foreign = new Map<string, CatalogTool['tool']>()
  for (const source of sources) {
    const dir = await app.imported(join(app.datasets, source))
    for (const { tool } of await toolsOf(app, dir)) {
      if (!own.has(tool.name)) foreign.set(tool.name, tool)
    }
  }
  const tools = sampleOf([...foreign.values()], FOREIGN, SAMPLE.seed)
  const path = join(app.folder, 'foreign-tools.json')
  const entries = tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }))
  await writeFile(path, JSON.stringify(entries))
  await app.request('import.commit', { dir: golden.dir, path })
  return { ...golden, count: tools.length }
}

/** Which multiplier the other families would choose by their worst case, and what it gives. */
function printLeftOut(rows: readonly Row[], embedder: string): void {
  for (const { family, by } of rows) {
    const others = rows.filter((row) => row.family !== family)
    const worst = MULTIPLIERS.map((_, at) => Math.min(...others.map((row) => row.by[at] ?? 0)))
    const means = MULTIPLIERS.map(
      (_, at) => others.reduce((sum, row) => sum + (row.by[at] ?? 0), 0) / others.length,
    )
    const chosen = worst.indexOf(Math.max(...worst))
    printFigure(
      `Without ${family}, ${embedder}: worst and mean of the others by ${MULTIPLIERS.join(' · ')}`,
      `${worst.map((each, at) => `${points(each)} ${points(means[at] ?? 0)}`).join(' · ')}: ` +
        `${MULTIPLIERS[chosen]} chosen, there ${points(by[chosen] ?? 0)} (1: ${points(by[1] ?? 0)})`,
    )
  }
}

function printWorst(all: readonly Difference[], embedder: string): void {
  for (const title of Object.values(TITLES)) {
    const some = all.filter(({ name }) => name.endsWith(title))
    const mean = some.reduce((sum, each) => sum + each.mean, 0) / some.length
    const [worst] = [...some].sort((a, b) => a.mean - b.mean)
    printFigure(
      `${title}, ${embedder}, ${some.length} sets: mean · worst`,
      `${points(mean)} · ${worst?.text} (${worst?.name})`,
    )
  }
  const losing = all.filter(({ high }) => high < -0.01)
  for (const { name, text } of losing) printFigure(`  below by more than a point: ${name}`, text)
  if (losing.length === 0) printFigure('  below by more than a point', 'none')
}
