import { z } from 'zod'
import type { ActionAnswer } from '../../../features/actions'
import * as additions from '../../../features/eval-additions'
import { saveFile } from '../../../compose'
import type { SideBySide } from '../../../contract/evaluation'
import { Dir } from '../../../contract/workspace'
import { DEPENDENCY_ERROR_NAMES } from '../../../domain/graph/dependency-errors'
import { BEYOND_GOLDEN, MAIN_MEASURES, nameAt, partsOfName } from '../../../domain/measure/name'
import { Problem } from '../../../domain/problem'
import { historyUseText } from '../../../domain/query/logged-queries'
import type { Comparison } from '../../../domain/run/comparison'
import { leaksText } from '../../../domain/run/leak-words'
import { depthRemark } from '../../../domain/run/remarks'
import { withAdaptiveK } from '../../../domain/run/run-names'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { splitText } from '../../../domain/run/sample-text'
import { mainCutoff } from '../../../domain/run/verdict'
import { command, type Given } from '../command'
import type { EvalAddition, RunsRemark } from '../eval-addition'
import { EMBEDDER } from '../flags'
import {
  checkedLine,
  checkedRuns,
  failedChecks,
  GATE_FLAGS,
  junitText,
  otherLine,
  othersThan,
  requireSameSize,
  requireSomethingToCheck,
  type Checked,
} from '../gates'
import { adaptiveKLines } from '../adaptive-k-text'
import { MEASURED_FLAGS, queriesMeasured, QUERY_FLAGS, WHY } from '../plan-choice'
import { plainText } from '../print-table'
import { chosenRecipes } from '../recipe-choice'
import { findRun } from '../run-choice'
import { differencesText, runsText } from '../runs-text'
import type { CommandSession } from '../session'
import { failedAsJson, failureLines, withUnsaved } from '../unsaved-runs'

const ADDITIONS = Object.values<EvalAddition>(additions)
/** What they are is known to whoever adds them. */
const ADDED_FLAGS: object = Object.fromEntries(
  ADDITIONS.flatMap(({ flags }) => Object.entries(flags)),
)

const EVAL_FLAGS = {
  dir: Dir,
  ...QUERY_FLAGS,
  ...MEASURED_FLAGS,
  recipe: MEASURED_FLAGS.recipe.describe(
    'a recipe, or one of your own; may be repeated, to compare',
  ),
  ...ADDED_FLAGS,
  embedder: EMBEDDER,
  why: WHY,
  baseline: z.string().optional().meta({
    title: 'id',
    description: 'the recipe, or the earlier run, to compare with; left out: the first',
  }),
  ...GATE_FLAGS,
  resume: z.boolean().optional().describe('reuse runs of the very same measurement'),
  keep: z.boolean().default(true).describe('do not store the runs in the workspace'),
  all: z
    .boolean()
    .optional()
    .describe('print every measure, not only the main ones; --json always does'),
}
type EvalFlags = Given<typeof EVAL_FLAGS>

export const evaluate = command({
  summary: 'measure recipes on a golden set',
  input: EVAL_FLAGS,
  asksModels: true,
  run: measure,
  json: asJson,
  print: lines,
  async after({ checked }, { junit, golden }, session) {
    if (junit === undefined) return []
    await saveFile(session.path(junit), Buffer.from(junitText(checked, golden)))
    return []
  },
  failure: ({ named, checked }) =>
    named.failed.length > 0 ? failureOf(named) : failedChecks(checked),
})

interface Evaluated {
  result: Result
  /** The same, with what the recipes are called instead of their ids, for text to read. */
  named: Result
  /** Called so as well. */
  baseline: MeasuredRun | undefined
  comparisons: Comparison[]
  /** The same at the k that is told of first, too. */
  told: Comparison[]
  checked: Checked[]
  /** Which were measured on something else than the baseline. */
  others: ReturnType<typeof othersThan>
  /** What features say of the runs. */
  said: RunsRemark[]
  /** What is said first. */
  verdict: string[]
  /** The k that is told of first. */
  k: number | undefined
}

async function measure(session: CommandSession, flags: EvalFlags): Promise<Evaluated> {
  const { dir, recipe, option, golden, k, embedder, why, keep, resume, tolerance } = flags
  const more = await measuredBeside(session, flags)
  const { chosen, added, nameOf } = await chosenRecipes(session, {
    dir,
    names: recipe,
    options: option,
    isAdded: (one) => more.some(({ isAdded }) => isAdded(one)),
  })
  requireSomethingToCheck(flags)
  const { baseline: wanted = chosen[0]?.name ?? '' } = flags
  const place = chosen.findIndex(({ name }) => name === wanted)
  const cutoffs = [...new Set([...k, ...more.flatMap((each) => each.k)])]
  const earlier = place >= 0 ? undefined : await earlierRun(session, dir, wanted)
  const measured = await session.request('evaluation.run', {
    dir,
    goldenSet: golden,
    k: cutoffs,
    embedder,
    why,
    keep,
    resume,
    recipes: chosen.map(({ recipe: id, options }) => ({ recipe: id, options })),
    ...queriesMeasured(flags),
  })
  const result = withUnsaved(measured)
  const { runs } = result
  const baseline = earlier ?? runs.find((run) => nameOf(run) === chosen[place]?.name)
  const named = called(result, nameOf)
  const beside = await besideBaseline(session, { dir, runs, baseline, nameOf, k })
  const gates = { gates: flags.gate ?? [], tolerance }
  // What was only measured beside it fails nothing.
  const asked = named.runs.filter((_, at) => !added.includes(runs[at]?.recipe ?? ''))
  const { comparisons, told, verdict, k: main } = beside
  return {
    result,
    named,
    comparisons,
    told,
    k: main,
    verdict,
    baseline: baseline && withAdaptiveK({ ...baseline, recipe: nameOf(baseline) }),
    checked: checkedRuns(
      { runs: asked, baseline, comparisons, cutoffs: runs.flatMap((run) => run.k) },
      gates,
    ),
    others: othersThan(baseline, named.runs),
    said: await runsRemark(session, flags, { runs, named: named.runs, k: main }),
  }
}

/** How the runs turned out; nothing where none was measured. */
async function besideBaseline(
  session: CommandSession,
  {
    dir,
    runs,
    baseline,
    nameOf,
    k,
  }: {
    dir: string
    runs: readonly MeasuredRun[]
    baseline: MeasuredRun | undefined
    nameOf: (run: MeasuredRun) => string
    k: readonly number[]
  },
): Promise<Pick<SideBySide, 'comparisons' | 'told' | 'verdict' | 'k'>> {
  if (runs.length === 0) return { comparisons: [], told: [], verdict: [] }
  const all = baseline ? [...runs, baseline] : runs
  const labels = all.map((run) => withAdaptiveK({ ...run, recipe: nameOf(run) }))
  return session.request('evaluation.sideBySide', {
    dir,
    runs: runs.map(({ id }) => id),
    baseline: baseline?.id ?? null,
    labels: Object.fromEntries(labels.map(({ id, recipe }) => [id, recipe])),
    // Larger ones are there for what was added alone.
    most: Math.max(...k),
    tellRefusals: true,
  })
}

/** What features have measured as well. */
async function measuredBeside(session: CommandSession, { dir, k, ...given }: EvalFlags) {
  const found = await Promise.all(
    ADDITIONS.map(async (addition) => addition.beside?.(session, { dir, k, given })),
  )
  return found.filter((each) => each !== undefined)
}

/**
 * The run to compare with what is measured on the whole catalog.
 * @throws Problem where it is not there, or of a smaller one.
 */
async function earlierRun(
  session: CommandSession,
  dir: string,
  given: string,
): Promise<MeasuredRun> {
  const run = await findRun(session, dir, given)
  requireSameSize(run, {})
  return run
}

/** What features say of the runs. */
async function runsRemark(
  session: CommandSession,
  { dir, ...given }: EvalFlags,
  about: { runs: MeasuredRun[]; named: MeasuredRun[]; k: number | undefined },
): Promise<RunsRemark[]> {
  const said: RunsRemark[] = []
  for (const { ofRuns } of ADDITIONS)
    if (ofRuns) said.push(await ofRuns(session, { dir, given, ...about }))
  return said
}

type Result = ActionAnswer<'evaluation.run'>

/** With what the recipes are called instead of their ids, for text to read. */
const called = (
  { reused, runs, failed }: Result,
  nameOf: (used: Result['failed'][number] | MeasuredRun) => string,
): Result => ({
  reused,
  runs: runs.map((run) => withAdaptiveK({ ...run, recipe: nameOf(run) })),
  failed: failed.map((cell) => ({ ...cell, recipe: nameOf(cell) })),
})

const NO_ERRORS = Object.fromEntries(DEPENDENCY_ERROR_NAMES.map((error) => [error, 0]))

const measuredAsJson = (
  golden: string,
  { runs, reused, failed }: Result,
  comparisons: Comparison[],
) => ({
  golden,
  queries: runs[0]?.queries ?? 0,
  ...(runs[0]?.sample && { sample: runs[0].sample }),
  ...(runs[0]?.split && { split: runs[0].split }),
  runs: runs.map((run) => ({
    id: run.id,
    recipe: run.recipe,
    options: run.options,
    ...(run.size && { size: run.size }),
    measures: run.measures,
    ...(run.sameSize && { sameSize: run.sameSize }),
    ...(run.nothingFits && { nothingFits: run.nothingFits }),
    latencyMs: run.latencyMs,
    degraded: run.degraded,
    ...(run.shortened && { shortened: run.shortened }),
    ...(run.modelUse && { modelUse: run.modelUse }),
    ...(run.history && { history: run.history }),
    ...(run.leaks && { leaks: run.leaks }),
    ...(run.dependencyErrors && {
      errors: Object.fromEntries(
        run.k.map((k, at) => [k, { ...NO_ERRORS, ...run.dependencyErrors?.[at] }]),
      ),
    }),
    tokenizer: run.tokenizer,
    ...(run.tokensEstimated && { tokensEstimated: true }),
    ...(run.embedder && { embedder: run.embedder }),
    provenance: run.provenance,
  })),
  ...(reused.length > 0 && { reused }),
  ...(failed.length > 0 && { failed: failedAsJson(failed) }),
  ...(comparisons.length > 0 && { comparisons }),
})

function asJson(
  { result, comparisons, verdict, checked, said, others }: Evaluated,
  { golden }: EvalFlags,
) {
  return {
    verdict,
    ...measuredAsJson(golden, result, comparisons),
    ...Object.fromEntries(said.flatMap(({ json }) => Object.entries(json))),
    ...(others.length > 0 && {
      otherThanBaseline: others.map(({ run, other }) => ({ run, other })),
    }),
    ...(checked.length > 0 && { checks: checked }),
  }
}

async function lines(
  evaluated: Evaluated,
  flags: EvalFlags,
  session: CommandSession,
): Promise<string[]> {
  const measures = await session.request('evaluation.measures', {})
  return [
    ...measuredLines(evaluated, { all: flags.all, measures }),
    ...evaluated.said.flatMap((each) => each.lines),
    ...evaluated.others.map(otherLine),
    ...evaluated.checked.map(checkedLine),
  ]
}

function measuredLines(
  { named: { runs, reused }, baseline, comparisons, told, verdict, k }: Evaluated,
  { all, measures }: { all: boolean | undefined; measures: ActionAnswer<'evaluation.measures'> },
): string[] {
  const [first] = runs
  if (!first) return []
  const differences = all ? comparisons : told.map((each) => withMainDifferences(each, k))
  const compared = baseline ? [...runs, baseline] : runs
  return [
    ...verdict,
    '',
    `${plainText(first.goldenSet)}: ${first.queries} queries, ${first.catalog.tools} tools; ` +
      `means with 95 % bootstrap intervals; prompt tokens by ${first.tokenizer}.`,
    ...(runs.some(({ tokensEstimated }) => tokensEstimated)
      ? ['Some tools are very long: their prompt tokens are estimated.']
      : []),
    ...runs
      .filter(({ id }) => reused.includes(id))
      .map(({ recipe, startedAt }) => `${recipe}: measured on ${startedAt}, taken as it is.`),
    runsText(all ? runs : runs.map(withMainMeasures), measures),
    ...adaptiveKLines(runs, measures),
    ...(first.split ? [`Measured: ${splitText(first.split)}.`] : []),
    ...runs.flatMap(remarkLines),
    ...(comparisons.some(({ refused }) => !refused)
      ? [`\n${differencesText(differences, compared, measures)}`]
      : []),
    ...(all ? [] : ['These are the main measures; --all prints every one.']),
  ]
}

/**
 * What is to be known of a run: what it learned from, how deep it looked, and what its sources say.
 */
function remarkLines(run: MeasuredRun): string[] {
  const { recipe, history, split, leaks, k } = run
  const recalls = k.length > 0 ? k.map((cutoff) => nameAt('Recall', cutoff)) : ['Recall']
  const depth = depthRemark(run)
  return [
    ...(history ? [`${recipe} could learn from ${historyUseText(history)}.`] : []),
    ...(history && !split
      ? [`${recipe}: no split; its history is what the workspace has logged.`]
      : []),
    ...(leaks ? [`${recipe}: ${leaksText(leaks, recalls)}.`] : []),
    ...(depth ? [`${recipe} ${depth}`] : []),
    ...(run.remarks ?? []).map((said) => `${recipe}: ${plainText(said)}`),
  ]
}

const failureOf = (result: Result): Problem =>
  new Problem(
    'unavailable',
    failureLines(result, { of: 'recipes', nameOf: ({ recipe }) => recipe }).join('\n'),
  )

/** At a k, or of a set whose size the recipe decides. */
function isMain(name: string): boolean {
  const { measure, k } = partsOfName(name)
  return MAIN_MEASURES.includes(measure) && k !== BEYOND_GOLDEN
}

/** The run with its main measures alone, at every k. */
const withMainMeasures = ({
  dependencyErrors: _errors,
  measures,
  ...run
}: MeasuredRun): MeasuredRun => ({
  ...run,
  measures: only(measures, isMain),
})

/** The comparison with its main measures alone, at the k that is told of first. */
function withMainDifferences(comparison: Comparison, k: number | undefined): Comparison {
  const measures = only(comparison.measures, isMain)
  const cutoffs = Object.keys(measures)
    .map((name) => partsOfName(name).k)
    .filter((k) => typeof k === 'number')
  const sorted = [...new Set(cutoffs)].toSorted((one, other) => one - other)
  const main = sorted.find((each) => each === k) ?? mainCutoff(sorted)
  return { ...comparison, measures: only(measures, (name) => partsOfName(name).k === main) }
}

const only = <Figure>(
  measures: Readonly<Record<string, Figure>>,
  isShown: (name: string) => boolean,
): Record<string, Figure> =>
  Object.fromEntries(Object.entries(measures).filter(([name]) => isShown(name)))
