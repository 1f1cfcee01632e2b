import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import { benchApp, type BenchApp } from './bench-app'
import {
  FAMILIES,
  goldenSetOf,
  meanOf,
  measuredByQuery,
  ownFamily,
  queriesOf,
  toolsOf,
  type Asked,
  type ByQuery,
  type Family,
} from './family-rows'
import { estimatedBy, K, points, share } from './measured-rows'
import { printFigure } from './print'
import { shuffled } from './split-rows'

const SETS = [
  'ToolE single',
  'ToolE multi',
  'Seal-Tools dev',
  'StableToolBench G1 instruction',
  'TMDB',
]
const SESSIONS = [30, 100, 300]
const SEEDS = [7, 11]
const MOST_ASKED = 300
/** So often an agent that was not given what it needs takes the first tool all the same. */
const TAKES_A_WRONG_ONE = 0.5
const EMBEDDER = 'builtin'

/**
 * `hybrid` that learns from what agents were given and took, beside `hybrid` that does not. An
 * agent fetches the right tools that it is given, or else, one time in two, a wrong one.
 */
export async function servedLogs(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const all: { name: string; mean: number; high: number; text: string }[] = []
  for (const family of FAMILIES.filter(({ name }) => SETS.includes(name))) {
    for (const seed of SEEDS) {
      for (const { sessions, mean, ci95 } of await served(app, family, seed)) {
        const text = `${points(mean)} [${ci95.map(points).join(', ')}]`
        const name = `${family.name}, seed ${seed}, ${sessions}`
        all.push({ name, mean, high: ci95[1] ?? 0, text })
      }
    }
  }
  const [worst] = [...all].sort((a, b) => a.mean - b.mean)
  printFigure('worst', `${worst?.text} (${worst?.name})`, 'none significantly below 0')
  const below = all.filter(({ high }) => high < 0)
  printFigure('significantly below', below.map(({ name }) => name).join(' · ') || 'none')
  await app.close()
}

async function served(app: BenchApp, family: Family, seed: number) {
  const golden = await ownFamily(app, family)
  const { dir } = golden
  const untouched = { recipe: 'hybrid', options: { history: false }, k: K }
  await app.request('workspace.workWith', { dir, ...untouched })
  await app.request('knowledge.index', { dir, embedder: EMBEDDER })
  const queries = shuffled(await queriesOf(app, golden), seed)
  const evaluated = Math.min(MOST_ASKED, Math.floor(queries.length / 2))
  const asked = await goldenSetOf(app, dir, queries.slice(0, evaluated))
  const rest = queries.slice(evaluated)
  const recipe = async (options: { history: boolean }) => {
    const recipes = [{ recipe: 'hybrid', options }]
    const [measured] = await measuredByQuery(app, asked, { embedder: EMBEDDER, recipes })
    return measured as ByQuery
  }
  const plain = await recipe({ history: false })
  printFigure(
    `${family.name}, seed ${seed} (${plain.recall.size}): Recall@${K} untouched`,
    share(await meanOf(plain.recall)),
  )
  const results = []
  let done = 0
  const sizes = new Set(SESSIONS.map((sessions) => Math.min(sessions, rest.length)))
  for (const sessions of sizes) {
    await serve(app, dir, rest.slice(done, sessions), { seed: seed + done, at: done })
    done = sessions
    const { added } = await app.request('served.log', { dir, grade: 'fetched' })
    const learned = await recipe({ history: true })
    const { mean, ci95 } = await estimatedBy(learned.recall, plain.recall)
    printFigure(
      `  ${sessions} sessions, ${added} more logged`,
      `${share(await meanOf(learned.recall))} ${points(mean)} [${ci95.map(points).join(', ')}]`,
    )
    results.push({ sessions, mean, ci95 })
  }
  return results
}

/** A session each, kept as those of agents are. */
async function serve(
  app: BenchApp,
  dir: string,
  queries: readonly Asked[],
  { seed, at }: { seed: number; at: number },
): Promise<void> {
  const random = randomNumbers(seed)
  const names = new Map((await toolsOf(app, dir)).map(({ tool }) => [tool.id as string, tool.name]))
  for (const [place, { text, tools: wanted }] of queries.entries()) {
    const by = { session: `agent ${at + place}`, client: 'bench' }
    const { tools } = await app.request('serving.search', { dir, query: text, by })
    const given = tools.map(({ name }) => name)
    const right = wanted.flatMap((id) =>
      given.filter((name) => name === names.get(id) || name === id),
    )
    const wrong = random() < TAKES_A_WRONG_ONE ? given.slice(0, 1) : []
    const taken = right.length > 0 ? right : wrong
    if (taken.length > 0) await app.request('serving.get', { dir, names: taken, by })
  }
}
