import { join } from 'node:path'
import type { ActionInput } from '../../src-main/features/actions'
import { estimate } from '../../src-main/evaluation/statistics/statistics'
import type { BenchApp } from './bench-app'

/** Rows of a published golden set. */
export interface Rows {
  name: string
  folder: string
  goldenSet: string
  /** A sample that defaults were chosen on, and that is therefore left out. */
  without?: { size: number; seed: number }
  /** Only these are measured. */
  sample?: { size: number; seed: number }
  /** What `hybrid` should gain over `bm25`, in points. */
  asked: string
}

const NOT_WORSE = 'not below 0'

/**
 * What embedders and fusion are judged by. Defaults were chosen on the rows left out and on
 * Seal-Tools dev.
 */
export const MEASURED: Rows[] = [
  {
    name: 'ToolE single, held out',
    folder: 'toole',
    goldenSet: 'single',
    without: { size: 4123, seed: 7 },
    asked: 'at least 5',
  },
  {
    name: 'ToolE multi, held out',
    folder: 'toole',
    goldenSet: 'multi',
    without: { size: 149, seed: 11 },
    asked: NOT_WORSE,
  },
  {
    name: 'Seal-Tools in domain',
    folder: 'seal-tools',
    goldenSet: 'test-in-domain',
    asked: NOT_WORSE,
  },
  {
    name: 'Seal-Tools out of domain',
    folder: 'seal-tools',
    goldenSet: 'test-out-domain',
    asked: NOT_WORSE,
  },
  {
    name: 'RecTools, held out',
    folder: 'rectools',
    goldenSet: 'rectools',
    without: { size: 200, seed: 7 },
    asked: NOT_WORSE,
  },
]

export const K = 5
const PAGE = 1000

type Choice = ActionInput<'evaluation.run'>['recipes'][number]

export interface Measurement {
  tools: number
  /** Recall@5 by query. */
  recall: Map<string, number>
  /** Hit@1 by query. */
  first: Map<string, number>
}

/**
 * Measures recipes on `rows` through the product's own evaluation; `embedder` as in the settings.
 */
export async function measure(
  app: BenchApp,
  rows: Rows,
  { recipes, embedder = 'builtin', ...on }: { recipes: Choice[]; embedder?: string; dir?: string },
): Promise<Measurement[]> {
  const { folder, goldenSet, without, sample } = rows
  const dir = on.dir ?? (await app.imported(join(app.datasets, folder)))
  const asked = { dir, goldenSet, k: [1, K], embedder }
  const { runs } = await app.request('evaluation.run', { ...asked, recipes, sample })
  const measured: Measurement[] = []
  for (const run of runs) {
    const recall = await recallByQuery(app, { dir, run: run.id, k: K })
    const atFirst = await recallByQuery(app, { dir, run: run.id, k: 1 })
    const first = new Map([...atFirst].map(([id, value]) => [id, value > 0 ? 1 : 0]))
    measured.push({ tools: run.catalog.tools, recall, first })
  }
  if (without) {
    const recipes = [{ recipe: 'bm25' }]
    const {
      runs: [sample],
    } = await app.request('evaluation.run', { ...asked, recipes, sample: without })
    const seen = await recallByQuery(app, { dir, run: sample?.id ?? '', k: K })
    for (const values of measured.flatMap(({ recall, first }) => [recall, first])) {
      for (const id of seen.keys()) values.delete(id)
    }
  }
  return measured
}

/** Recall of each query of a run, by its id. */
export async function recallByQuery(app: BenchApp, of: { dir: string; run: string; k: number }) {
  const recall = new Map<string, number>()
  for (;;) {
    const page = { ...of, offset: recall.size, limit: PAGE }
    const { rows, total } = await app.request('evaluation.outcomes', page)
    for (const row of rows) recall.set(row.id, row.recall)
    if (rows.length === 0 || recall.size >= total) return recall
  }
}

/**
 * Mean and 95 % bootstrap interval over queries; of two measurements, of their difference query by
 * query.
 */
export const estimated = ({ recall }: Measurement, than?: Measurement) =>
  estimatedBy(recall, than?.recall)

/** The same of any values by query. */
export async function estimatedBy(
  one: ReadonlyMap<string, number>,
  than?: ReadonlyMap<string, number>,
) {
  const values = [...one].map(([id, value]) => value - (than ? valueOf(than, id) : 0))
  const [result] = await estimate([Float64Array.from(values)], () => Promise.resolve())
  return result ?? { mean: 0, ci95: [0, 0] }
}

function valueOf(values: ReadonlyMap<string, number>, query: string): number {
  const value = values.get(query)
  if (value === undefined) throw new Error(`The other run lacks the query ${query}.`)
  return value
}

export const share = (value: number): string => value.toFixed(3).replace(/^(-?)0/, '$1')
export const points = (value: number): string =>
  `${value > 0 ? '+' : ''}${(100 * value).toFixed(1)}`
