import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localFiles } from '../../src-main/adapters/files/local-files'
import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import { importCatalog } from '../fixtures/importing/catalog'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import { benchApp, type BenchApp } from './bench-app'
import { wallTime } from './cold-query'
import { printEdits } from './large-edits'
import { printPublished } from './large-published'
import { milliseconds, percentile, printFigure, seconds } from './print'

const SIZES = [1_000, 4_000, 20_000, 50_000, 100_000, 300_000, 1_000_000]
/**
 * Beyond, nobody works in one workspace by hand: what is told is how it is published and served.
 */
const MOST_BY_HAND = 100_000
/** Tools of one file: a text cannot be longer than half a gigabyte. */
const TOOLS_A_FILE = 100_000
const RECIPES = ['bm25', 'dense', 'hybrid']
const QUERIES = 60
const PROCESSES = 3

/** Made beyond each catalog, to be imported into it. */
const MORE = 1_000

/**
 * Catalogs up to 1,000,000 tools, made of the words of published ones: how time and memory grow.
 * `BENCH_SIZES` names other sizes, as `4000,100000`; the largest want
 * `NODE_OPTIONS=--max-old-space-size=16000`.
 */
export async function large(datasets: string): Promise<void> {
  const files = await localFiles().read(join(datasets, 'seal-tools'))
  const seal = importCatalog(files.map(({ path, bytes }) => sourceFile(path, bytes)))
  const queries = (seal.goldenSets[0]?.queries ?? []).slice(0, QUERIES).map(({ text }) => text)
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-bench-large-'))
  const sizes = process.env['BENCH_SIZES']?.split(',').map(Number) ?? SIZES
  for (const size of sizes) {
    const made = madeOf(seal.tools, size + MORE)
    const more = made.splice(size)
    const files = await writtenTo(folder, made)
    process.stdout.write(`  ${size} tools\n`)
    const writer = await benchApp(datasets)
    const dir = await printImport(writer, files)
    // As another process would find it: what the first app has in memory is not there.
    await writer.leave()
    const reader = await benchApp(datasets)
    if (size <= MOST_BY_HAND) {
      await printOpening(reader, dir)
      await printQueries(reader, dir, queries)
      await printEdits(reader, dir, { queries, tools: more })
      await printProcesses(dir)
    }
    await printPublished(reader, { dir, size, queries })
    await reader.close()
    await rm(writer.folder, { recursive: true, force: true })
    const { maxRSS } = process.resourceUsage()
    printFigure('  peak memory of all this in one process', `${Math.round(maxRSS / 1024)} MB`)
  }
  await rm(folder, { recursive: true, force: true })
}

type Tools = ReturnType<typeof importCatalog>['tools']

/** OpenAI's definitions: some words of two tools each, and the parameters of the first. */
export function madeOf(tools: Tools, count: number): object[] {
  const random = randomNumbers(7)
  const one = () => tools[Math.floor(random() * tools.length)] as Tools[number]
  const some = (text: string, share: number) => text.split(/\s+/).filter(() => random() < share)
  return Array.from({ length: count }, (_, at) => {
    const first = one()
    const second = one()
    const description = [...some(first.description, 0.7), ...some(second.description, 0.3)]
    const { name, parameters } = first
    return {
      type: 'function',
      function: { name: `${name}_${at}`, description: description.join(' '), parameters },
    }
  })
}

async function writtenTo(folder: string, tools: object[]): Promise<string[]> {
  const files: string[] = []
  for (let from = 0; from < tools.length; from += TOOLS_A_FILE) {
    const file = join(folder, `${tools.length}-${from}.json`)
    await writeFile(file, JSON.stringify(tools.slice(from, from + TOOLS_A_FILE)))
    files.push(file)
  }
  return files
}

async function printImport(app: BenchApp, files: readonly string[]): Promise<string> {
  const [first = '', ...others] = files
  const started = performance.now()
  const dir = await app.imported(first)
  for (const path of others) await app.request('import.commit', { dir, path })
  const imported = performance.now()
  await app.request('knowledge.index', { dir, embedder: 'builtin' })
  printFigure('  import', seconds(imported - started))
  printFigure('  index', seconds(performance.now() - imported), 'under 40 s')
  return dir
}

/** What the catalog's view asks for first, of an app that has not opened the workspace yet. */
async function printOpening(app: BenchApp, dir: string): Promise<void> {
  const started = performance.now()
  const list = app.request('catalog.list', { dir, limit: 100 })
  const facets = app.request('catalog.facets', { dir })
  await list
  printFigure('  first rows', seconds(performance.now() - started), 'under 1 s')
  await facets
  printFigure('  all tokens counted', seconds(performance.now() - started))
  const sorting = performance.now()
  await app.request('catalog.list', { dir, limit: 100, sort: 'promptTokens', descending: true })
  printFigure('  sorted by tokens', seconds(performance.now() - sorting), 'under 1 s')
}

async function printQueries(app: BenchApp, dir: string, queries: string[]): Promise<void> {
  for (const recipe of RECIPES) {
    const samples: number[] = []
    for (const text of queries) {
      const asked = { dir, text, recipe, embedder: 'builtin', withEverything: false }
      samples.push((await app.request('query.run', asked)).latencyMs)
    }
    const asked = recipe === 'dense' ? 'under 12 ms' : undefined
    printFigure(`  one query, ${recipe}: p50`, milliseconds(percentile(samples, 0.5)), asked)
  }
}

async function printProcesses(dir: string): Promise<void> {
  for (const recipe of RECIPES) {
    const args = ['query', 'book a table for two', '--workspace', dir, '--recipe', recipe]
    const samples: number[] = []
    for (let run = 0; run < PROCESSES; run++) samples.push(await wallTime(args))
    printFigure(`  a query as a whole process, ${recipe}`, seconds(percentile(samples, 0.5)))
  }
}
