import type { Comparison } from '../../domain/comparison'
import { plainText } from '../../domain/plain-text'
import type { Run } from '../../domain/run'
import { csvText } from '../../exporting/csv-text'

/** A run as it is called, and how it differs from the baseline; the baseline itself does not. */
export interface ComparedRun {
  run: Run
  label: string
  comparison?: Comparison | undefined
}

const HEADER = [
  ...['run', 'recipe', 'golden set', 'queries', 'measure', 'mean', 'low', 'high'],
  ...['difference', 'difference low', 'difference high', 'better', 'equal', 'worse'],
  ...['fixed', 'broken', 'latency p50 ms', 'latency p95 ms', 'run id'],
]

/** Every measure of every run with how it differs from the baseline, a row each. */
export const comparisonCsv = (compared: readonly ComparedRun[]): string =>
  csvText(
    [
      HEADER,
      ...compared.flatMap(({ run, label, comparison }) =>
        Object.entries(run.measures).map(([name, { mean, ci95 }]) => {
          const pair = comparison?.measures[name]
          return [
            ...[
              plainText(label),
              run.recipe,
              plainText(run.goldenSet),
              run.queries,
              name,
              mean,
              ...ci95,
            ],
            ...(pair ? [pair.mean, ...pair.ci95, pair.wins, pair.ties, pair.losses] : EMPTY),
            ...[pair?.fixed ?? '', pair?.broken ?? ''],
            ...[run.latencyMs.p50, run.latencyMs.p95, run.id],
          ]
        }),
      ),
    ],
    ',',
  )

const EMPTY = ['', '', '', '', '', '']
