import { fileCells, headCells, type Columns } from '../../contract/columns/column'
import { ASKED_COLUMNS, ofRunColumns } from '../../contract/columns/runs'
import { RunFileFormat, type EvaluationExportAnswer } from '../../contract/evaluation'
import { csvText } from '../../domain/value/csv'
import type { OutdatedRuns } from '../../domain/run/outdated'
import type { QueryOutcome } from '../../domain/run/run'
import { nameAt } from '../../domain/measure/name'
import { tokenizerCell } from '../../domain/measure/tokens-estimated'
import { trecQrels, trecRun } from '../../exporting/trec'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { recallAt, type MeasuredRuns, type OpenRun } from './measured-runs'
import { outdatedAmong } from './outdated'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const EvaluationExportInput = z.object({
  dir: Dir,
  run: z.string().describe('the run, by its id'),
  format: RunFileFormat.describe('a table, or what trec_eval reads'),
})
export type EvaluationExportInput = z.output<typeof EvaluationExportInput>

type Input = EvaluationExportInput

/** Offers the queries of a run as a file, in the order in which they were measured. */
export async function exportRun(
  context: AppContext & { measured: MeasuredRuns },
  { dir, run, format }: Input,
  { signal }: Pick<Call, 'signal'>,
): Promise<EvaluationExportAnswer> {
  const { measured, exports, clock } = context
  const open = await measured.of(dir, run)
  const { recipe, id } = open.run
  const name = `${recipe}-${id.slice(0, 8)}`
  const text =
    format === 'csv'
      ? await outcomesCsv(
          open,
          await outdatedAmong(context, { dir, runs: [open.run] }, { signal }),
          yieldToEventLoop(clock, signal),
        )
      : format === 'trec-run'
        ? trecRun(open.outcomes, name)
        : trecQrels(open.outcomes)
  return exports.offer(`${name}.${ENDINGS[format]}`, Buffer.from(text))
}

const ENDINGS: Record<Input['format'], string> = {
  csv: 'csv',
  'trec-run': 'run',
  'trec-qrels': 'qrels',
}

/** A row for each query: what was right, what was given, and its recall at each k. */
async function outcomesCsv(
  { run, outcomes }: OpenRun,
  outdated: OutdatedRuns,
  pause: () => Promise<unknown>,
): Promise<string> {
  const { id, text, golden, latency, degraded } = ASKED_COLUMNS
  const cutoffs = run.k.length > 0 ? run.k : [undefined]
  const recalls = cutoffs.map((k) => {
    const title = nameAt('Recall', k)
    return [
      title,
      { title, isName: true, value: (outcome: QueryOutcome) => recallAt(outcome, k) },
    ] as const
  })
  const columns: Columns<QueryOutcome> = {
    id,
    text,
    golden,
    given: { title: 'Tools given', value: ({ tools }) => tools },
    tokens: { title: 'Prompt', unit: 'tokens', value: ({ promptTokens }) => promptTokens },
    latency,
    ...Object.fromEntries(recalls),
    degraded,
    tokenizer: { title: 'Tokenizer', value: () => tokenizerCell(run) },
    ...ofRunColumns(run, outdated),
  }
  const rows: (string | number)[][] = [headCells(columns)]
  for (const outcome of outcomes) {
    await pause()
    rows.push(fileCells(columns, outcome))
  }
  return csvText(rows)
}
