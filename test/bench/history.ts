import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localFiles } from '../../src-main/adapters/files/local-files'
import { historyText } from '../../src-main/domain/query/logged-queries'
import type { GoldenQuery } from '../../src-main/domain/query/golden-set'
import { importCatalog } from '../fixtures/importing/catalog'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import { benchApp, type BenchApp } from './bench-app'
import { estimated, K, measure, points, share, type Measurement, type Rows } from './measured-rows'
import { printFigure, seconds } from './print'
import { atMost, bundlesApart, heldOutMulti, shuffled, testedSingle, without } from './split-rows'

const EVERY = Number.MAX_SAFE_INTEGER
const PLAIN = { recipe: 'hybrid' }
const LEARNED = { recipe: 'hybrid', options: { history: true } }

/** Queries to be measured, and those that may be logged, in the order in which they are. */
interface Split {
  name: string
  folder: string
  tested: GoldenQuery[]
  logged: GoldenQuery[]
  /** Logged queries a tool, with what is asked. */
  sizes: { most: number; asked?: string }[]
}

/**
 * `hybrid` with and without logged queries, on rows that no default was chosen on, by the number
 * logged for each tool.
 */
export async function history(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const toole = await goldenSetsOf(datasets, 'toole')
  const rectools = await goldenSetsOf(datasets, 'rectools')
  await printSplit(app, single(toole.get('single') ?? []))
  await printSplit(app, multi(toole.get('multi') ?? []))
  await printSplit(app, byBundle(rectools.get('rectools') ?? []))
  await app.close()
}

/** All rows that are not tested may be logged. */
function single(all: readonly GoldenQuery[]): Split {
  const tested = testedSingle(all)
  const sizes = [
    { most: 1 },
    { most: 3 },
    { most: 10, asked: 'at least .87' },
    { most: 30 },
    { most: EVERY, asked: 'at least .94' },
  ]
  const logged = shuffled(without(all, tested), 5)
  return { name: 'ToolE single', folder: 'toole', tested, logged, sizes }
}

/**
 * As many logged for each tool: by their numbers alone they would tell which 15 tools there are.
 */
function multi(all: readonly GoldenQuery[]): Split {
  const others = shuffled(heldOutMulti(all), 3)
  const tested = others.slice(0, 200)
  const sizes = [{ most: 1 }, { most: 3 }, { most: 10 }]
  return { name: 'ToolE multi', folder: 'toole', tested, logged: others.slice(200), sizes }
}

/** No query of a tested bundle is logged. */
function byBundle(all: readonly GoldenQuery[]): Split {
  const { tested, others } = bundlesApart(all)
  const sizes = [{ most: 3 }, { most: 30 }, { most: EVERY }]
  return { name: 'RecTools, bundles apart', folder: 'rectools', tested, logged: others, sizes }
}

async function printSplit(app: BenchApp, split: Split): Promise<void> {
  const { dir } = await app.request('workspace.create', { name: split.name })
  await app.request('import.commit', { dir, path: join(app.datasets, split.folder) })
  const goldenSet = 'tested'
  const path = join(app.folder, `${goldenSet}.json`)
  await writeFile(path, JSON.stringify(split.tested.map(({ text, tools }) => ({ text, tools }))))
  await app.request('golden.import', { dir, path })
  const rows: Rows = { name: split.name, folder: split.folder, goldenSet, asked: '' }
  const [plain] = await measure(app, rows, { recipes: [PLAIN], dir })
  if (!plain) return
  const { mean } = await estimated(plain)
  printFigure(
    `${split.name} (${plain.recall.size}): Recall@${K} without logged queries`,
    share(mean),
  )
  for (const { most, asked } of split.sizes) {
    await app.request('history.clear', { dir })
    const file = join(app.folder, 'logged.json')
    const queries = atMost(most, split.logged).map(({ text, tools }) => ({ query: text, tools }))
    await writeFile(file, JSON.stringify(queries))
    const { figures } = await app.request('history.import', { dir, path: file })
    const started = performance.now()
    const [learned] = await measure(app, rows, { recipes: [LEARNED], dir })
    const took = performance.now() - started
    if (learned) await printLearned({ plain, learned, asked, what: historyText(figures), took })
  }
}

interface Learned {
  plain: Measurement
  learned: Measurement
  asked: string | undefined
  what: string
  took: number
}

async function printLearned({ plain, learned, asked, what, took }: Learned): Promise<void> {
  const { mean } = await estimated(learned)
  const gain = await estimated(learned, plain)
  const [low, high] = gain.ci95
  const difference = `${points(gain.mean)} [${points(low)}, ${points(high)}]`
  printFigure(`  ${what}`, `${share(mean)} ${difference} in ${seconds(took)}`, asked)
}

async function goldenSetsOf(datasets: string, folder: string) {
  const files = await localFiles().read(join(datasets, folder))
  const { goldenSets } = importCatalog(files.map(({ path, bytes }) => sourceFile(path, bytes)))
  return new Map(goldenSets.map(({ name, queries }) => [name, queries]))
}
