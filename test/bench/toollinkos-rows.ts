import { join } from 'node:path'
import type { ActionInput } from '../../src-main/features/actions'
import type { QueryOutcome } from '../../src-main/domain/run/run'
import type { ToolId } from '../../src-main/domain/tool/tool'
import { columnsOf } from '../../src-main/evaluation/columns'
import { sampleOf } from '../../src-main/evaluation/statistics/random'
import { estimate } from '../../src-main/evaluation/statistics/statistics'
import type { BenchApp } from './bench-app'

/** Mains on which choices were made: 157 of 523, and so 471 of 1,569 queries. */
const DEVELOPMENT = { mains: 157, seed: 17 }
const PAGE = 1000

export const K = [10, 20, 30]

type Choice = ActionInput<'evaluation.run'>['recipes'][number]

/** A query of ToolLinkOS with its main tool. */
interface MainQuery {
  main: ToolId
  isDevelopment: boolean
}

/**
 * The values of one recipe by the name of the measure, `values[i]` for the i-th main tool: the mean
 * of its queries.
 */
export type ByMain = Map<string, Float64Array>

/** ToolLinkOS' queries by their id. */
export async function mainQueries(app: BenchApp): Promise<Map<string, MainQuery>> {
  const dir = await app.imported(join(app.datasets, 'toollinkos'))
  const queries = new Map<string, ToolId>()
  for (;;) {
    const page = { dir, set: 'instances', offset: queries.size, limit: PAGE }
    const { queries: some, total } = await app.request('golden.queries', page)
    // The first golden tool of each is its main tool.
    for (const { id, tools } of some) queries.set(id, tools[0] as ToolId)
    if (queries.size >= total) break
  }
  const mains = [...new Set(queries.values())].sort()
  const development = new Set(sampleOf(mains, DEVELOPMENT.mains, DEVELOPMENT.seed))
  return new Map(
    [...queries].map(([id, main]) => [id, { main, isDevelopment: development.has(main) }]),
  )
}

/** What each recipe gives ToolLinkOS' queries, through the product's own evaluation. */
export async function outcomesOf(
  app: BenchApp,
  recipes: Choice[],
  { embedder = 'builtin', k = K }: { embedder?: string; k?: number[] } = {},
): Promise<QueryOutcome[][]> {
  const dir = await app.imported(join(app.datasets, 'toollinkos'))
  const asked = { dir, goldenSet: 'instances', recipes, k, embedder }
  const { runs, failed } = await app.request('evaluation.run', asked)
  for (const { problem } of failed) throw new Error(problem.message)
  const all: QueryOutcome[][] = []
  for (const { id: run } of runs) {
    const outcomes: QueryOutcome[] = []
    for (;;) {
      const page = { dir, run, offset: outcomes.length, limit: PAGE }
      const { rows, total } = await app.request('evaluation.outcomes', page)
      outcomes.push(...rows)
      if (rows.length === 0 || outcomes.length >= total) break
    }
    all.push(outcomes)
  }
  return all
}

/** The measures of a recipe's outcomes by main tool, of the development mains or of the others. */
export async function byMain(
  outcomes: readonly QueryOutcome[],
  queries: ReadonlyMap<string, MainQuery>,
  wanted: { isDevelopment: boolean },
): Promise<ByMain> {
  const of = (outcome: QueryOutcome) => queries.get(outcome.id) as MainQuery
  const some = outcomes.filter((outcome) => of(outcome).isDevelopment === wanted.isDevelopment)
  const columns = await columnsOf(some, { k: K, nested: false }, () => Promise.resolve())
  for (const k of [1, 10]) {
    const isGiven = some.map(({ tools, sets, ...rest }) =>
      (sets?.[k] ?? tools.slice(0, k)).includes(of({ tools, ...rest }).main) ? 1 : 0,
    )
    columns.set(`main Hit@${k}`, Float64Array.from(isGiven))
  }
  const rows = Map.groupBy(some.keys(), (at) => of(some[at] as QueryOutcome).main)
  const means = (column: Float64Array) =>
    Float64Array.from([...rows.keys()].sort(), (main) => {
      const at = rows.get(main) ?? []
      return at.reduce((sum, row) => sum + (column[row] as number), 0) / at.length
    })
  return new Map([...columns].map(([name, column]) => [name, means(column)]))
}

/**
 * Mean over main tools with its 95 % bootstrap interval; of two recipes, of their difference main
 * by main.
 */
export async function meanOf(name: string, one: ByMain, than?: ByMain) {
  const before = than?.get(name)
  const values = (one.get(name) ?? new Float64Array()).map(
    (value, at) => value - (before ? (before[at] as number) : 0),
  )
  const [result] = await estimate([values], () => Promise.resolve())
  return result ?? { mean: 0, ci95: [0, 0] as const }
}
