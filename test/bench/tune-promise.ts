import { join } from 'node:path'
import { MOST_TRIED } from '../../src-main/domain/recipe/trial-text'
import type { Estimate } from '../../src-main/domain/run/run'
import { afterSelection } from '../../src-main/evaluation/statistics/after-selection'
import { chooseByFolds } from '../../src-main/evaluation/statistics/choose-by-folds'
import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import { meanOf } from '../../src-main/evaluation/statistics/statistics'
import { benchApp, type BenchApp } from './bench-app'
import { K, recallByQuery } from './measured-rows'
import { printFigure } from './print'

const SETS = [
  { folder: 'toole', goldenSet: 'multi' },
  { folder: 'toole', goldenSet: 'single' },
  { folder: 'rectools', goldenSet: 'rectools' },
  { folder: 'seal-tools', goldenSet: 'test-in-domain' },
]
const USED = ['hybrid', 'bm25', 'dense', 'toolshed']
/** Queries measured of each set, of which half choose. */
const QUERIES = 800
const SPLITS = 20
/** So little coming, what is told is told by chance as much as by merit. */
const SMALL = 0.05
const noPause = () => Promise.resolve(undefined)

/** What one half of the queries promised, and what came of it on the other. */
interface Kept {
  best: number
  /** By five folds. */
  gain: Estimate
  /** What is told. */
  promised: Estimate | undefined
  came: number
}

/**
 * What `tune` promises from one half of a golden set, beside what comes on the other half, in 20
 * splits of each.
 */
export async function tunePromise(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const all: Kept[] = []
  const small: Kept[] = []
  process.stdout.write(
    '  splits: promised · came · held, in points; by five folds | those of them clear | as it is told\n',
  )
  for (const { folder, goldenSet } of SETS) {
    const dir = await app.imported(join(datasets, folder))
    for (const recipe of USED) {
      const columns = await columnsOf(app, { dir, goldenSet, recipe })
      const random = randomNumbers(7)
      const kept: Kept[] = []
      for (let split = 0; split < SPLITS; split++) kept.push(await keptOf(columns, random))
      print(`${goldenSet}, ${recipe} of ${columns.length - 1} others`, kept)
      all.push(...kept)
      if (meanOf(kept.map(({ came }) => came)) < SMALL) small.push(...kept)
    }
  }
  print('all of them', all)
  print('where less than 5 points came on average', small)
  await app.close()
}

/** Recall of each query by the recipe in use, and by all that a trial tries beside it. */
async function columnsOf(
  app: BenchApp,
  { recipe, ...on }: { dir: string; goldenSet: string; recipe: string },
): Promise<Float64Array[]> {
  const { tried } = await app.request('evaluation.trySettings', { ...on, recipe, k: K })
  const recipes = [
    { recipe },
    ...tried.map((each) => ({ recipe: each.recipe ?? recipe, options: each.options })),
  ]
  const sample = { size: QUERIES, seed: 3 }
  const asked = { ...on, recipes, sample, k: [K], keep: false }
  const { runs } = await app.request('evaluation.run', asked)
  const columns: Float64Array[] = []
  let order: string[] | undefined
  for (const { id } of runs) {
    const recall = await recallByQuery(app, { dir: on.dir, run: id, k: K })
    order ??= [...recall.keys()].sort()
    columns.push(Float64Array.from(order, (query) => recall.get(query) ?? NaN))
  }
  return columns
}

async function keptOf(columns: readonly Float64Array[], random: () => number): Promise<Kept> {
  const places = Array.from({ length: columns[0]?.length ?? 0 }, (_, at) => ({ at, by: random() }))
    .sort((one, other) => one.by - other.by)
    .map(({ at }) => at)
  const half = Math.floor(places.length / 2)
  const of = (some: readonly number[]) => (values: Float64Array) =>
    Float64Array.from(some, (at) => values[at] as number)
  const choosing = columns.map(of(places.slice(0, Math.min(half, MOST_TRIED))))
  const others = columns.map(of(places.slice(half)))
  const { best, gain } = await chooseByFolds(choosing, noPause)
  const promised = best > 0 ? afterSelection(gain) : undefined
  const [before, after] = [others[0], others[best]].map((values) => meanOf(values ?? []))
  return { best, gain, promised, came: (after ?? 0) - (before ?? 0) }
}

function print(what: string, kept: readonly Kept[]): void {
  const chosen = kept.filter(({ best, gain }) => best > 0 && gain.ci95[0] > 0)
  const figures = [
    keptText(kept, ({ gain }) => gain),
    keptText(chosen, ({ gain }) => gain),
    keptText(
      kept.filter(({ promised }) => promised),
      ({ promised, gain }) => promised ?? gain,
    ),
  ]
  printFigure(what, figures.join(' | '))
}

/**
 * `12: 3.10 · 2.95 · 11`: how many, what they say, what came, and in how many of them that lies
 * within the interval.
 */
function keptText(kept: readonly Kept[], said: (one: Kept) => Estimate): string {
  const mean = (of: (one: Kept) => number) => (100 * meanOf(kept.map(of))).toFixed(2)
  const held = kept.filter((one) => {
    const [low, high] = said(one).ci95
    return low <= one.came && one.came <= high
  })
  return `${kept.length}: ${mean((one) => said(one).mean)} · ${mean(({ came }) => came)} · ${held.length}`
}
