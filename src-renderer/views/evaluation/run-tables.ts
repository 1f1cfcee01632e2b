import type { OutcomeRow } from '../../../src-main/contract/evaluation'
import { measuredCosts } from '../../../src-main/domain/measure/measured-costs'
import type { Price } from '../../../src-main/domain/measure/price'
import type { Estimate, Run } from '../../../src-main/domain/run/run'
import { tokenizerCell } from '../../../src-main/domain/measure/tokens-estimated'
import { nameAt } from '../../../src-main/domain/measure/name'
import { formatCount, formatLatency, formatMeasure } from '../../words/number-words'
import type { TableData } from '../../files/table-data'
import { promptTokensAt } from './outcome-words'

/** All that was measured, one row per run: every measure with its interval, cost and origin; what tokens cost where a price is chosen. */
export function resultsTable(
  runs: readonly Run[],
  labels: readonly string[],
  price?: Price,
): TableData {
  const costs = runs.map(({ measures }) => {
    const ofRun = price ? measuredCosts(measures, price) : []
    return new Map(ofRun.map(({ name, cost }) => [name, cost]))
  })
  const costNames = [...new Set(costs.flatMap((each) => [...each.keys()]))]
  const names = [...new Set(runs.flatMap(({ measures }) => Object.keys(measures)))]
  return {
    columns: [
      'run',
      'recipe',
      'golden set',
      'queries',
      ...[...names, ...costNames].flatMap((name) => [name, `${name} low`, `${name} high`]),
      'latency p50 ms',
      'latency p95 ms',
      'degraded',
      'queries cut short',
      'tools in catalog',
      'tokenizer',
      'embedder',
      'options',
      'started',
    ].map((title) => ({ title })),
    rows: runs.map((run, at) => [
      labels[at] ?? run.recipe,
      run.recipe,
      run.goldenSet,
      run.queries,
      ...names.flatMap((name) => cellsOf(run.measures[name])),
      ...costNames.flatMap((name) => cellsOf(costs[at]?.get(name))),
      run.latencyMs.p50,
      run.latencyMs.p95,
      run.degraded,
      run.shortened ?? 0,
      run.catalog.tools,
      tokenizerCell(run),
      run.embedder ?? null,
      JSON.stringify(run.options),
      run.startedAt,
    ]),
  }
}

const cellsOf = (estimate: Estimate | undefined): (number | null)[] =>
  estimate ? [estimate.mean, ...estimate.ci95] : [null, null, null]

/** Queries of a run with what was wanted and what was given at one k, or by a recipe that decides the size itself. */
export const outcomesTable = (
  rows: readonly OutcomeRow[],
  run: Pick<Run, 'k' | 'tokenizer' | 'tokensEstimated'>,
  k: number | undefined,
): TableData => ({
  columns: [
    { title: 'id' },
    { title: 'query' },
    { title: nameAt('Recall', k), format: formatMeasure },
    { title: 'golden tools' },
    { title: 'golden ranks' },
    { title: 'tool set' },
    { title: 'prompt tokens', format: formatCount },
    { title: 'latency ms', format: formatLatency },
    { title: 'degraded' },
    { title: 'tokenizer' },
  ],
  rows: rows.map((row) => [
    row.id,
    row.text,
    row.recall,
    row.golden.join(' '),
    row.goldenRanks.map((rank) => rank ?? '-').join(' '),
    row.given.join(' '),
    promptTokensAt(row, run, k) ?? null,
    row.latencyMs,
    row.degraded ?? null,
    tokenizerCell(run),
  ]),
})
