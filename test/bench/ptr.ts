import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { SplitBy } from '../../src-main/domain/query/split'
import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import { benchApp, type BenchApp } from './bench-app'
import { milliseconds, percentile, printFigure, seconds } from './print'

/** On no row of these were options chosen: see `recommendation/README.md`. */
const SEEDS = [1, 2, 3, 4, 5]
const ASKED: Record<string, Partial<Record<SplitBy, string>>> = {
  rectools: { random: 'at least .90', bundle: 'at least .60' },
  metatool: { random: 'at least .80', bundle: 'at least .70' },
}
const QUERIES = 50

/** PTR without a model: how well it recommends by split, and what learning and asking take. */
export async function ptr(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const dir = await app.imported(join(datasets, 'rectools'))
  for (const goldenSet of ['rectools', 'metatool']) {
    for (const by of ['random', 'mixed', 'bundle', 'first100'] as const) {
      await printSplit(app, { dir, goldenSet, by })
    }
  }
  await printCost(app, { queries: 1_000, tools: 47, asked: 'under 2 s' })
  await printCost(app, { queries: 10_000, tools: 1_000, asked: 'under 60 s' })
  await printCost(app, { queries: 50_000, tools: 1_000 })
  await app.close()
}

async function printSplit(
  { request }: BenchApp,
  { dir, goldenSet, by }: { dir: string; goldenSet: string; by: SplitBy },
): Promise<void> {
  const means: Record<'TRACC' | 'LengthDifference' | 'Recall@|A|', number[]> = {
    TRACC: [],
    LengthDifference: [],
    'Recall@|A|': [],
  }
  for (const seed of by === 'first100' ? [1] : SEEDS) {
    const { runs } = await request('evaluation.run', {
      dir,
      goldenSet,
      recipes: [{ recipe: 'ptr' }],
      embedder: 'builtin',
      keep: false,
      split: { by, seed },
    })
    for (const [name, values] of Object.entries(means)) {
      values.push(runs[0]?.measures[name]?.mean ?? NaN)
    }
  }
  const shown = (values: number[]) =>
    (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)
  const seeds = means.TRACC.map((value) => value.toFixed(3)).join(' ')
  printFigure(`${goldenSet} ${by}: TRACC (${seeds})`, shown(means.TRACC), ASKED[goldenSet]?.[by])
  const { LengthDifference, 'Recall@|A|': recall } = means
  printFigure('  |length difference|, Recall@|A|', `${shown(LengthDifference)}, ${shown(recall)}`)
}

interface Size {
  queries: number
  tools: number
  asked?: string
}

async function printCost({ request, folder }: BenchApp, size: Size): Promise<void> {
  const { dir } = await request('workspace.create', { name: 'Learning' })
  const { tools, history } = invented(size)
  const [toolFile, logFile] = ['tools', 'log'].map((name) => join(folder, `${name}.json`))
  await writeFile(toolFile as string, JSON.stringify(tools))
  await writeFile(logFile as string, JSON.stringify(history))
  await request('import.commit', { dir, path: toolFile })
  await request('history.import', { dir, path: logFile as string })
  const ask = (text: string, recipe: string) =>
    request('query.run', {
      dir,
      text,
      recipe,
      embedder: 'builtin',
      withEverything: false,
      options: recipe === 'hybrid' ? { history: true } : {},
    })
  // What every recipe that looks at the history needs is there before: its vectors and the index.
  await ask('warm up', 'hybrid')
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const startedMs = performance.now()
  const cpu = process.cpuUsage()
  delay.enable()
  await ask('warm up', 'ptr')
  delay.disable()
  const tookMs = performance.now() - startedMs
  const { user, system } = process.cpuUsage(cpu)
  const name = `${size.queries.toLocaleString('en')} bundles, ${size.tools.toLocaleString('en')} tools`
  const figure = `${seconds(tookMs)}, ${seconds((user + system) / 1000)} CPU`
  printFigure(`learning, ${name}`, figure, size.asked)
  printFigure('  others waited at most', milliseconds(delay.max / 1e6), 'about 50 ms')
  printFigure('  memory of the process', `${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`)
  const latencies: number[] = []
  for (const { query } of history.slice(0, QUERIES)) {
    latencies.push((await ask(`${query} again`, 'ptr')).latencyMs)
  }
  printFigure('  a query, median', milliseconds(percentile(latencies, 0.5)), 'under 5 ms')
}

const WORDS_OF_A_TOOL = 6

/** Tools of words of their own, and requests that hold some of the words of one to five tools. */
function invented({ queries, tools: count }: Size) {
  const random = randomNumbers(9)
  const at = (most: number) => Math.floor(random() * most)
  const word = () => `${'bcdfgklmnprst'[at(13)]}${'aeiou'[at(5)]}${'bdgklmnprst'[at(11)]}${at(60)}`
  const tools = Array.from({ length: count }, (_, place) => ({
    name: `tool_${place}`,
    description: Array.from({ length: WORDS_OF_A_TOOL }, word).join(' '),
    input_schema: { type: 'object', properties: {} },
  }))
  const history = Array.from({ length: queries }, (_, place) => {
    const used = new Set(Array.from({ length: 1 + at(5) }, () => at(count)))
    const said = [...used].flatMap((tool) => {
      const words = (tools[tool]?.description ?? '').split(' ')
      return [words[at(WORDS_OF_A_TOOL)], words[at(WORDS_OF_A_TOOL)]]
    })
    return { query: `${said.join(' ')} ${place}`, tools: [...used].map((tool) => `tool_${tool}`) }
  })
  return { tools, history }
}
