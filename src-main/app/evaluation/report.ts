import type { EvaluationReportAnswer } from '../../contract/evaluation'
import { createHash } from 'node:crypto'
import type { Comparison } from '../../domain/run/comparison'
import { markedName } from '../../domain/run/remarks'
import { nameAt } from '../../domain/measure/name'
import { Problem } from '../../domain/problem'
import type { JsonObject } from '../../domain/tool/tool'
import {
  bestOf,
  groundsOf,
  mainCutoff,
  repeatedText,
  saidText,
  verdictOf,
  verdictOnOne,
  type ToldPair,
} from '../../domain/run/verdict'
import { measureInfos } from '../../evaluation/measures'
import { cutoffOf, type EvaluationReport } from '../../exporting/report/evaluation-report'
import { REPORT_STYLE, reportPage } from '../../exporting/report/report-page'
import { recipeOf } from '../../pipeline/recipes/registry'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { parseOptions } from '../recipes/recipe-options'
import { compareRuns } from './compare'
import type { MeasuredRuns, OpenRun } from './measured-runs'
import { reportedQueries, type OpenedRun } from './reported-queries'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const EvaluationReportInput = z.object({
  dir: Dir,
  runs: z.array(z.string()).min(1).max(20).describe('the runs'),
  labels: z
    .array(z.string().max(300))
    .max(20)
    .optional()
    .describe('what the reader knows each of the runs by; left out: the ids of their recipes'),
  baseline: z.string().optional().meta({
    title: 'run',
    description: 'which of them the others are compared with; left out: the first',
  }),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('the k to look at; left out: the middle one of those measured'),
})
export type EvaluationReportInput = z.output<typeof EvaluationReportInput>

type Input = EvaluationReportInput
type Context = AppContext & { measured: MeasuredRuns }

/** Offers runs beside one another as one page that needs nothing else. */
export async function writeReport(
  context: Context,
  input: Input,
  call: Call,
): Promise<EvaluationReportAnswer> {
  const { dir, baseline: wanted = input.runs[0] ?? '' } = input
  const comparisons = await comparedEach(context, { ...input, wanted }, call)
  const runs = await openEach(context.measured, input, comparisons)
  const k = chosenCutoff(runs, input.k)
  const compared = runs.filter(({ comparison }) => comparison)
  const baseline = compared.length > 0 ? runs.find(({ run }) => run.id === wanted) : undefined
  const pairs = pairsOf(compared, baseline)
  const best = compared.find(({ run }) => run.id === bestOf(pairs, k)?.comparison.run)
  const failing = bestByRecall(runs, k) as OpenedRun
  call.emit({ what: 'Writing the report', done: 0 })
  const report: EvaluationReport = {
    workspace: (await (await context.sessions.of(dir)).store.info()).name,
    madeAt: context.clock.timestamp(),
    version: context.about.version,
    verdict: sentences(runs, pairs, k),
    ...(k !== undefined && { k }),
    ...{ measures: measureInfos(), runs },
    notCompared: comparisons.flatMap(({ refused }) => (refused ? [refused.message] : [])),
    ...(baseline && { baseline }),
    ...(await reportedQueries(context, { dir, failing, baseline, best, k }, call)),
  }
  const styleHash = createHash('sha256').update(REPORT_STYLE).digest('base64')
  const [first] = runs
  const name = `evaluation of ${first?.run.goldenSet ?? 'runs'}.html`
  return context.exports.offer(name, Buffer.from(reportPage(report, styleHash)))
}

/** How each of the others differs from the baseline, or why it cannot be compared. */
async function comparedEach(
  context: Context,
  { dir, runs, wanted }: Input & { wanted: string },
  call: Call,
): Promise<Comparison[]> {
  if (!runs.includes(wanted)) {
    const message = 'The baseline of a report is one of the runs that it is about.'
    throw new Problem('bad-input', message, 'Name it among the runs as well.')
  }
  const others = [...new Set(runs)].filter((run) => run !== wanted)
  if (others.length === 0) return []
  return compareRuns(context, { dir, baseline: wanted, runs: others, tellRefusals: true }, call)
}

const pairsOf = (compared: readonly OpenedRun[], baseline: OpenedRun | undefined): ToldPair[] =>
  compared.flatMap((run) =>
    baseline && run.comparison ? [{ run, baseline, comparison: run.comparison }] : [],
  )

/** How it turned out: the best of the others beside the baseline, or each run by itself. */
function sentences(
  runs: readonly OpenedRun[],
  pairs: readonly ToldPair[],
  k: number | undefined,
): string[] {
  const best = bestOf(pairs, k)
  const said = best
    ? [verdictOf(best, k), groundsOf(pairs, k)]
    : runs.map((run) => verdictOnOne(run, k))
  const repeated = runs.flatMap(({ run }) => repeatedText(run))
  return [...said.map(saidText).filter(Boolean), ...new Set(repeated)]
}

async function openEach(
  measured: MeasuredRuns,
  { dir, runs, labels = [] }: Input,
  comparisons: readonly Comparison[],
): Promise<OpenedRun[]> {
  const opened: OpenedRun[] = []
  for (const id of new Set(runs)) {
    const open = await measured.of(dir, id)
    const comparison = comparisons.find(({ run, refused }) => run === id && !refused)
    const label = labels[runs.indexOf(id)] ?? markedName(open.run.recipe, open.run)
    opened.push({
      ...{ open, run: open.run, label, changed: changedIn(open) },
      ...(comparison && { comparison }),
    })
  }
  return opened.map((each) => {
    const isShared = opened.filter(({ label }) => label === each.label).length > 1
    return isShared ? { ...each, label: `${each.label} (${each.run.id.slice(0, 8)})` } : each
  })
}

/** The options that differ from what the recipe does by itself; all of them where there is no such recipe any more. */
function changedIn({ run: { recipe, options } }: OpenRun): JsonObject {
  try {
    const standard = parseOptions(recipeOf(recipe), {})
    const changed = Object.entries(options).filter(
      ([name, value]) => JSON.stringify(standard[name]) !== JSON.stringify(value),
    )
    return Object.fromEntries(changed)
  } catch (error) {
    if (error instanceof Problem) return options
    throw error
  }
}

/** The k wanted, or the middle one of those measured. @throws Problem `bad-input` where no run was measured at it. */
function chosenCutoff(runs: readonly OpenedRun[], wanted: number | undefined): number | undefined {
  const measured = [...new Set(runs.flatMap(({ run }) => run.k))].sort((a, b) => a - b)
  const k = wanted ?? mainCutoff(measured)
  if (k === undefined || measured.length === 0) return undefined
  if (measured.includes(k)) return k
  const fix = `Choose one of ${measured.join(', ')}, or evaluate again with this k.`
  throw new Problem('bad-input', `None of the runs was measured at k = ${k}.`, fix)
}

/** The run that finds most of the golden tools; the first of equals. */
function bestByRecall(runs: readonly OpenedRun[], k: number | undefined): OpenedRun | undefined {
  const recall = (each: OpenedRun) =>
    each.run.measures[nameAt('Recall', cutoffOf(each, k))]?.mean ?? -1
  return runs.toSorted((a, b) => recall(b) - recall(a))[0]
}
