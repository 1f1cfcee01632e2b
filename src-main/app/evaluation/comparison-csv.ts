import { measuredCosts } from '../../domain/measure/measured-costs'
import type { Price } from '../../domain/measure/price'
import { costOf } from '../../domain/measure/price-text'
import { tokenizerCell } from '../../domain/measure/tokens-estimated'
import type { Comparison, Difference } from '../../domain/run/comparison'
import type { Estimate, Run } from '../../domain/run/run'
import { csvText } from '../../domain/value/csv'
import { plainText } from '../../domain/value/plain-text'

/** A run as it is called, and how it differs from the baseline; the baseline itself does not. */
export interface ComparedRun {
  run: Run
  label: string
  comparison?: Comparison | undefined
}

const HEADER = [
  ...['run', 'recipe', 'golden set', 'queries', 'measure', 'mean', 'low', 'high'],
  ...['difference', 'difference low', 'difference high', 'better', 'equal', 'worse'],
  ...['fixed', 'broken', 'latency p50 ms', 'latency p95 ms', 'run id', 'tokenizer'],
]

/** Every measure of every run with how it differs from the baseline, a row each; what tokens cost where a price is known. */
export const comparisonCsv = (compared: readonly ComparedRun[], price?: Price): string =>
  csvText([HEADER, ...compared.flatMap((each) => rowsOf(each, price))])

function rowsOf({ run, label, comparison }: ComparedRun, price: Price | undefined) {
  const row = (name: string, { mean, ci95 }: Estimate, pair: Difference | undefined) => [
    ...[plainText(label), run.recipe, plainText(run.goldenSet), run.queries],
    ...[name, mean, ...ci95],
    ...(pair ? [pair.mean, ...pair.ci95, pair.wins, pair.ties, pair.losses] : EMPTY),
    ...[pair?.fixed ?? '', pair?.broken ?? ''],
    ...[run.latencyMs.p50, run.latencyMs.p95, run.id, tokenizerCell(run)],
  ]
  const costs = price ? measuredCosts(run.measures, price) : []
  return [
    ...Object.entries(run.measures).map(([name, estimate]) =>
      row(name, estimate, comparison?.measures[name]),
    ),
    ...costs.map(({ name, tokens, cost }) => {
      const pair = comparison?.measures[tokens]
      return row(plainText(name), cost, pair && price && inMoney(pair, price))
    }),
  ]
}

function inMoney(pair: Difference, price: Price): Difference {
  const [low, high] = pair.ci95
  return {
    ...pair,
    ...{ mean: costOf(pair.mean, price), ci95: [costOf(low, price), costOf(high, price)] },
  }
}

const EMPTY = ['', '', '', '', '', '']
