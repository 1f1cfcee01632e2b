import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from '../../src-main/domain/run/run'
import { benchApp, benchWorker } from './bench-app'
import { milliseconds, printFigure, seconds } from './print'
import type { Request } from './requests'

/** Ten levels to the whole catalog of 4,076 tools. */
const SIZES = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 3_000, 'all' as const]
const CUTOFFS = [1, 2, 3, 5, 8, 10, 16, 32, 64, 128]
const RECIPES = ['bm25', 'dense', 'hybrid'].map((recipe) => ({ recipe, options: { depth: 128 } }))

/**
 * Recall over catalog size and k on Seal-Tools, measured by a worker thread as in the product: what
 * the whole grid takes, and what it says.
 */
export async function sizes(datasets: string): Promise<void> {
  const { folder, dir, sets } = await imported(datasets)
  const worker = benchWorker(folder)
  const request: Request = (action, input) =>
    worker.request(action, input, new AbortController().signal)
  // What any first answer takes is there before: the index, the table of tokens.
  const embedder = 'builtin'
  await request('query.run', { dir, text: 'book a table', recipe: 'hybrid', k: 5, embedder })
  const before = await bytesBelow(dir)
  const turns = longestTurn()
  let mostMemory = 0
  const look = setInterval(
    () => (mostMemory = Math.max(mostMemory, process.memoryUsage.rss())),
    250,
  )
  const startedMs = performance.now()
  const cpu = process.cpuUsage()
  const runs: Run[] = []
  for (const goldenSet of sets) {
    const input = { dir, goldenSet, recipes: RECIPES, k: CUTOFFS, catalogSizes: { tools: SIZES } }
    const result = await request('evaluation.run', input)
    runs.push(...result.runs)
  }
  clearInterval(look)
  const tookMs = performance.now() - startedMs
  const { user, system } = process.cpuUsage(cpu)
  printFigure(
    `${runs.length} cells on ${sets.length} golden sets, k to 128, all stored`,
    `${seconds(tookMs)}, ${seconds((user + system) / 1000)} CPU`,
    'under 60 s',
  )
  printFigure('memory of the process, all threads', megabytes(mostMemory), 'under 1.5 GB')
  printFigure(
    'longest turn of the host’s thread, in CPU time',
    milliseconds(turns.end()),
    'under 50 ms',
  )
  printFigure('on disk', megabytes((await bytesBelow(dir)) - before))
  printGrid(runs)
  await resumed(request, { dir, sets })
  await worker.close()
  await rm(folder, { recursive: true, force: true })
}

/** The catalog with its golden sets, in a folder that no app has open. */
async function imported(datasets: string) {
  const app = await benchApp(datasets)
  const dir = await app.imported(join(datasets, 'seal-tools'))
  const names = (await app.request('golden.list', { dir })).map(({ name }) => name)
  await app.leave()
  // Together 1,354 queries.
  return { folder: app.folder, dir, sets: names.filter((name) => name.includes('test')) }
}

/**
 * How long the thread keeps others waiting at most, in ms of its own time: a busy machine makes no
 * difference.
 */
function longestTurn() {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = setInterval(() => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000)
    before = now
  }, 1)
  return {
    end() {
      clearInterval(look)
      return longest
    },
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sized = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))))
  return sized.reduce((sum, { size }) => sum + size, 0)
}

/** Recall@5 of both golden sets together, by size. */
function printGrid(runs: readonly Run[]): void {
  for (const { recipe } of RECIPES) {
    const own = runs.filter((run) => run.recipe === recipe)
    const bySize = Map.groupBy(
      own,
      ({ catalogSize, catalog }) => catalogSize?.tools ?? catalog.tools,
    )
    for (const k of [1, 5]) {
      const means = [...bySize].map(([size, of]) => {
        const queries = of.reduce((sum, run) => sum + run.queries, 0)
        const sum = of.reduce(
          (so, run) => so + (run.measures[`Recall@${k}`]?.mean ?? 0) * run.queries,
          0,
        )
        return `${size} ${(sum / queries).toFixed(3)}`
      })
      process.stdout.write(`  ${recipe}, Recall@${k} by size: ${means.join(' · ')}\n`)
    }
  }
}

/** The same again: every cell is taken as it is. */
async function resumed(request: Request, { dir, sets }: { dir: string; sets: string[] }) {
  const startedMs = performance.now()
  for (const goldenSet of sets) {
    const input = { dir, goldenSet, recipes: RECIPES, k: CUTOFFS, catalogSizes: { tools: SIZES } }
    await request('evaluation.run', { ...input, resume: true })
  }
  printFigure('the same again, resumed', seconds(performance.now() - startedMs))
}
