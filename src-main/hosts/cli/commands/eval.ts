import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { saveFile } from '../../../compose'
import type { ActionInput, ActionAnswer } from '../../../app/actions'
import type { Comparison } from '../../../domain/run/comparison'
import { DEPENDENCY_ERROR_NAMES } from '../../../domain/graph/dependency-errors'
import { leaksText } from '../../../domain/run/leak-words'
import { historyUseText } from '../../../domain/query/logged-queries'
import { nameAt } from '../../../domain/measure/name'
import { depthRemark } from '../../../domain/run/remarks'
import { parseGate, type Gate } from '../../../domain/measure/gate'
import { Problem } from '../../../domain/problem'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { mainCutoff } from '../../../domain/run/verdict'
import { SplitBy } from '../../../domain/query/split'
import { splitText } from '../../../domain/run/sample-text'
import { amount, cutOffs, keyValue, several, wholeNumber } from '../arguments'
import {
  checkedLine,
  checkedRuns,
  junitText,
  requirePassed,
  requireSameSize,
  requireSomethingToCheck,
  type GateFlags,
} from '../gates'
import { withMainDifferences, withMainMeasures } from '../main-measures'
import { EMBEDDER_OPTION } from '../embedder-option'
import { OLLAMA_OPTION } from '../ollama-option'
import { ownSizeLines, withOwnSize } from '../own-size-text'
import { plainText } from '../print-table'
import { chosenRecipes } from '../recipe-choice'
import { findRun } from '../run-choice'
import { differencesText, runsText } from '../runs-text'
import type { CommandSession, Run } from '../session'
import { surenessLines } from '../sureness-text'
import { failedAsJson, failureLines, withUnsaved } from '../unsaved-runs'
import { verdictLines } from '../verdict-text'

interface EvalFlags extends GateFlags {
  workspace: string
  golden: string
  k: number[]
  sample?: number
  split?: SplitBy
  seed: number
  likePython?: boolean
  embedder?: string
  ollama?: string
  option?: Record<string, string>
  resume?: boolean
  keep: boolean
  leftOut?: boolean
  all?: boolean
  json?: boolean
}

export function addEvalCommand(program: Command, run: Run): void {
  program
    .command('eval')
    .description('measure recipes on a golden set')
    .requiredOption('--workspace <dir>', 'the workspace')
    .requiredOption('--golden <name>', 'the golden set')
    .option('--recipe <name>', 'a recipe, or one of your own; may be repeated, to compare', several)
    .option('--k <list>', 'cut-offs, such as 1,5,10', cutOffs, [1, 5, 10])
    .option('--sample <n>', 'measure a sample of n queries, drawn with the seed', wholeNumber(1))
    .addOption(
      new Option(
        '--split <way>',
        'measure a part of the golden set, with the other as history: a random fifth, a fifth by bundle, half of each, or the first 100',
      ).choices(SplitBy.options),
    )
    .option('--seed <n>', 'the seed of the sample and of the split', wholeNumber(0), 1)
    .option('--like-python', 'draw the sample as Python does: random.seed(n), random.sample(…)')
    .option(...EMBEDDER_OPTION)
    .option(...OLLAMA_OPTION)
    .option(
      '--option <key=value>',
      'an option of the recipes that have it; may be repeated',
      keyValue,
    )
    .option(
      '--baseline <id>',
      'the recipe, or the earlier run, to compare with; left out: the first',
    )
    .option(
      '--gate <check>',
      'fail with exit code 1 unless each run reaches it, such as "Recall@5>=0.85"; may be repeated',
      (text: string, before: Gate[] = []) => [...before, parseGate(text)],
    )
    .option(
      '--tolerance <amount>',
      'fail with exit code 1 where Recall is further below the baseline’s than this, such as 0.01',
      amount,
    )
    .option('--junit <file>', 'where to write the checks as JUnit XML')
    .option('--resume', 'take runs of the very same measurement instead of measuring again')
    .option(
      '--left-out',
      'ask up to 200 queries again without their right tools, to see what is given where no tool fits',
    )
    .option('--no-keep', 'do not store the runs in the workspace')
    .option('--all', 'print every measure, not the main ones alone')
    .option('--json', 'print one JSON object, with every measure')
    .action((flags: EvalFlags) => run((session) => evaluate(session, flags), flags))
}

async function evaluate(session: CommandSession, flags: EvalFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { chosen, nameOf } = await chosenRecipes(session, {
    dir,
    names: flags.recipe,
    options: flags.option,
  })
  requireSomethingToCheck(flags)
  const { baseline: wanted = chosen[0]?.name ?? '' } = flags
  const place = chosen.findIndex(({ name }) => name === wanted)
  const earlier = place >= 0 ? undefined : await earlierRun(session, dir, wanted)
  const measured = await session.request('evaluation.run', {
    dir,
    goldenSet: flags.golden,
    recipes: chosen.map(({ recipe, options }) => ({ recipe, options })),
    k: flags.k,
    sample: sampleOf(flags),
    split: flags.split && { by: flags.split, seed: flags.seed },
    embedder: flags.embedder,
    keep: flags.keep,
    resume: flags.resume,
  })
  const result = withUnsaved(measured)
  const baseline = earlier ?? result.runs.find((run) => nameOf(run) === chosen[place]?.name)
  const comparisons = await comparisonsOf(session, dir, { baseline, runs: result.runs })
  const named = called(result, nameOf)
  const checked = checkedRuns(
    { runs: named.runs, baseline, comparisons },
    { gates: flags.gate ?? [], tolerance: flags.tolerance },
  )
  const sureness = await surenessOf(session, dir, { runs: result.runs, leaveOut: flags.leftOut })
  const compared = baseline && withOwnSize({ ...baseline, recipe: nameOf(baseline) })
  if (flags.json) {
    const printed = { ...jsonOf(flags.golden, result, comparisons), unfitting: sureness }
    const verdict = verdictLines({ runs: named.runs, baseline: compared, comparisons })
    session.printJson({ verdict, ...printed, ...(checked.length > 0 && { checks: checked }) })
  } else {
    await print(session, named, { baseline: compared, comparisons, all: flags.all })
    for (const line of surenessLines(named.runs, sureness)) session.print(line)
    for (const each of checked) session.print(checkedLine(each))
  }
  if (flags.junit !== undefined) {
    const file = resolve(session.terminal.cwd(), flags.junit)
    await saveFile(file, Buffer.from(junitText(checked, flags.golden)))
  }
  if (result.failed.length > 0) throw failureOf(named)
  requirePassed(checked)
}

/** The run to compare with what is measured on the whole catalog. @throws Problem where it is not there, or of a smaller one. */
async function earlierRun(
  session: CommandSession,
  dir: string,
  given: string,
): Promise<MeasuredRun> {
  const run = await findRun(session, dir, given)
  requireSameSize(run, {})
  return run
}

/** `[i]` belongs to `runs[i]`. */
const surenessOf = (
  session: CommandSession,
  dir: string,
  { runs, leaveOut = false }: { runs: MeasuredRun[]; leaveOut: boolean | undefined },
): Promise<ActionAnswer<'evaluation.sureness'>> | [] =>
  runs.length === 0
    ? []
    : session.request('evaluation.sureness', {
        ...{ dir, runs: runs.map(({ id }) => id), leaveOut },
        k: mainCutoff(runs[0]?.k ?? []),
      })

/** @throws Problem `bad-input` where it is said how to draw a sample, and none is wanted. */
function sampleOf({ sample, seed, likePython }: EvalFlags): RunInput['sample'] {
  if (sample !== undefined) return { size: sample, seed, ...(likePython && { drawnBy: 'python' }) }
  if (!likePython) return undefined
  throw new Problem('bad-input', '--like-python draws a sample.', 'Say of how many: --sample 500.')
}

type RunInput = ActionInput<'evaluation.run'>
type Result = ActionAnswer<'evaluation.run'>

/** With what the recipes are called instead of their ids, for text to read. */
const called = (
  { reused, runs, failed }: Result,
  nameOf: (used: Result['failed'][number] | MeasuredRun) => string,
): Result => ({
  reused,
  runs: runs.map((run) => withOwnSize({ ...run, recipe: nameOf(run) })),
  failed: failed.map((cell) => ({ ...cell, recipe: nameOf(cell) })),
})

interface Compared {
  baseline: MeasuredRun | undefined
  runs: MeasuredRun[]
}

/** Nothing where there is nothing to compare; of what cannot be compared it is said why, and figures are shown all the same. */
async function comparisonsOf(
  session: CommandSession,
  dir: string,
  { baseline, runs }: Compared,
): Promise<Comparison[]> {
  const others = runs.filter((run) => run !== baseline)
  if (!baseline || others.length === 0) return []
  return session.request('evaluation.compare', {
    dir,
    baseline: baseline.id,
    runs: others.map(({ id }) => id),
    tellRefusals: true,
  })
}

const NO_ERRORS = Object.fromEntries(DEPENDENCY_ERROR_NAMES.map((error) => [error, 0]))

const jsonOf = (golden: string, { runs, reused, failed }: Result, comparisons: Comparison[]) => ({
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

interface Shown {
  baseline: MeasuredRun | undefined
  comparisons: Comparison[]
  /** Whether every measure is shown. */
  all: boolean | undefined
}

async function print(
  session: CommandSession,
  { runs, reused }: Result,
  { baseline, comparisons, all }: Shown,
): Promise<void> {
  const [first] = runs
  if (!first) return
  for (const line of verdictLines({ runs, baseline, comparisons })) session.print(line)
  session.print('')
  const measures = await session.request('evaluation.measures', {})
  session.print(
    `${plainText(first.goldenSet)}: ${first.queries} queries, ${first.catalog.tools} tools; ` +
      `means with 95 % bootstrap intervals; prompt tokens by ${first.tokenizer}.`,
  )
  if (runs.some(({ tokensEstimated }) => tokensEstimated)) {
    session.print('Some tools are very long: their prompt tokens are estimated.')
  }
  for (const { id, recipe, startedAt } of runs) {
    if (reused.includes(id)) session.print(`${recipe}: measured on ${startedAt}, taken as it is.`)
  }
  session.print(runsText(all ? runs : runs.map(withMainMeasures), measures))
  for (const line of ownSizeLines(runs)) session.print(line)
  if (first.split) session.print(`Measured: ${splitText(first.split)}.`)
  for (const line of runs.flatMap(remarkLines)) session.print(line)
  if (comparisons.some(({ refused }) => !refused)) {
    const named = baseline ? [...runs, baseline] : runs
    const differences = all ? comparisons : comparisons.map(withMainDifferences)
    session.print(`\n${differencesText(differences, named, measures)}`)
  }
  if (!all) session.print('These are the main measures; --all prints every one.')
}

/** What is to be known of a run: what it learned from, how deep it looked, and what its sources say. */
function remarkLines(run: MeasuredRun): string[] {
  const { recipe, history, split, leaks, k } = run
  const recalls = k.length > 0 ? k.map((cutoff) => nameAt('Recall', cutoff)) : ['Recall']
  const depth = depthRemark(run)
  return [
    ...(history ? [`${recipe} learned from ${historyUseText(history)}.`] : []),
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
