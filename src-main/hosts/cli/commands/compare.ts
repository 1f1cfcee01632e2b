import { resolve } from 'node:path'
import type { Command } from 'commander'
import { comparisonCsv } from '../../../app/evaluation/comparison-csv'
import { saveFile } from '../../../compose'
import type { Comparison } from '../../../domain/run/comparison'
import { parseGate, type Gate } from '../../../domain/measure/gate'
import { partsOfName } from '../../../domain/measure/name'
import { Problem } from '../../../domain/problem'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { amount, wholeNumber } from '../arguments'
import { changedQueries, changedQueriesText, type ChangedQueries } from '../changed-queries-text'
import { checkedLine, checkedRuns, junitText, requirePassed, requireSameSize } from '../gates'
import { priceOf } from '../price-choice'
import { runsTogether, type NamedRun } from '../run-choice'
import { differencesText, runsText } from '../runs-text'
import type { CommandSession, Run } from '../session'
import { verdictLines } from '../verdict-text'

interface CompareFlags {
  workspace: string
  baseline?: string
  k?: number
  queries?: boolean
  gate?: Gate[]
  tolerance?: number
  junit?: string
  csv?: boolean
  model?: string
  json?: boolean
}

export function addCompareCommand(program: Command, run: Run): void {
  program
    .command('compare')
    .description('show how stored runs differ from a baseline, query by query')
    .argument(
      '[runs...]',
      'the baseline and the others, by number or the beginning of an id; left out: the newest, and those before it on the same queries and size of catalog',
    )
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--baseline <run>', 'the run to compare with; left out: the first')
    .option('--k <n>', 'only measures at this k; left out: at every k measured', wholeNumber(1))
    .option('--queries', 'list the queries that were fixed and broken')
    .option(
      '--gate <check>',
      'fail with exit code 1 unless each of the others reaches it, such as "Recall@5>=0.85"; may be repeated',
      (text: string, before: Gate[] = []) => [...before, parseGate(text)],
    )
    .option(
      '--tolerance <amount>',
      'fail with exit code 1 where Recall is further below the baseline’s than this, such as 0.01',
      amount,
    )
    .option('--junit <file>', 'where to write the checks as JUnit XML')
    .option('--csv', 'print a table, a row for each measure of each run')
    .option(
      '--model <name>',
      'with --csv: whose price is told; default: the first of `pegboard prices`',
    )
    .option('--json', 'print one JSON object')
    .action((runs: string[], flags: CompareFlags) =>
      run((session) => compareRuns(session, runs, flags)),
    )
}

async function compareRuns(
  session: CommandSession,
  given: readonly string[],
  flags: CompareFlags,
): Promise<void> {
  requireSense(given, flags)
  const dir = await session.workspace(flags.workspace)
  const named = await runsTogether(session, { dir, given, baseline: flags.baseline })
  const [baseline, ...others] = named.map((each) => cutTo(each, flags.k))
  if (!baseline || others.length === 0) throw nothingToCompare()
  if (flags.tolerance !== undefined) {
    for (const { run } of others) requireSameSize(baseline.run, run)
  }
  const whole = await session.request('evaluation.compare', {
    dir,
    baseline: baseline.run.id,
    runs: others.map(({ run }) => run.id),
    tellRefusals: true,
  })
  requireAny(whole)
  const comparisons = whole.map((each) => ({ ...each, measures: atCutoff(each.measures, flags.k) }))
  const compared = { dir, baseline, others, comparisons }
  const isCompared = ({ run }: NamedRun) =>
    comparisons.some((each) => each.run === run.id && !each.refused)
  const changed = { ...compared, others: others.filter(isCompared) }
  const queries = flags.queries ? await changedQueries(session, changed, flags.k) : undefined
  const verdict = verdictLines({
    runs: others.map((each) => at(called(each), flags.k)),
    baseline: at(called(baseline), flags.k),
    comparisons,
  })
  const checked = checkedRuns(
    { runs: others.map(called), baseline: baseline.run, comparisons },
    { gates: flags.gate ?? [], tolerance: flags.tolerance },
  )
  await print(session, { ...compared, verdict, queries, checked }, flags)
  if (flags.junit !== undefined) {
    const text = junitText(checked, baseline.run.goldenSet)
    await saveFile(resolve(session.terminal.cwd(), flags.junit), Buffer.from(text))
  }
  requirePassed(checked)
}

/** Two runs that are compared, and what is told of them. */
interface Told {
  baseline: NamedRun
  others: readonly NamedRun[]
  comparisons: Comparison[]
  verdict: string[]
  queries: ChangedQueries[] | undefined
  checked: ReturnType<typeof checkedRuns>
}

async function print(
  session: CommandSession,
  { baseline, others, comparisons, verdict, queries, checked }: Told,
  { csv, json, model }: CompareFlags,
): Promise<void> {
  const all = [baseline, ...others]
  if (json) {
    const runs = all.map(({ run, label }) => ({ label, ...run, curve: undefined }))
    return session.printJson({
      ...{ verdict, baseline: baseline.run.id, runs, comparisons },
      ...(queries && { queries }),
      ...(checked.length > 0 && { checks: checked }),
    })
  }
  if (csv) {
    const rows = all.map((each) => ({
      ...each,
      comparison: comparisons.find(({ run }) => run === each.run.id),
    }))
    return void session.terminal.stdout.write(comparisonCsv(rows, await priceOf(session, model)))
  }
  const measures = await session.request('evaluation.measures', {})
  const named = all.map(called)
  for (const line of verdict) session.print(line)
  session.print('')
  session.print(runsText(named, measures))
  session.print(`\n${differencesText(comparisons, named, measures)}`)
  for (const each of queries ?? []) session.print(`\n${changedQueriesText(each)}`)
  for (const each of checked) session.print(checkedLine(each))
}

/** As measured at one k alone, where one is wanted: what is said first is then said of this one. */
const at = (run: MeasuredRun, k: number | undefined): MeasuredRun =>
  k === undefined || run.k.length === 0 ? run : { ...run, k: [k] }

/** With what it is called in place of its recipe, for text to read. */
const called = ({ run, label }: NamedRun): MeasuredRun => ({ ...run, recipe: label })

const cutTo = ({ run, label }: NamedRun, k: number | undefined): NamedRun => {
  const measures = atCutoff(run.measures, k)
  if (Object.keys(measures).length > 0) return { label, run: { ...run, measures } }
  const fix = `It was measured at ${run.k.join(', ')}: choose one of these, or evaluate again.`
  throw new Problem('bad-input', `${label} was not measured at k = ${k ?? ''}.`, fix)
}

/** Those at the k wanted, and those of sets whose size the recipe decides. */
const atCutoff = <Of>(measures: Record<string, Of>, k: number | undefined): Record<string, Of> =>
  Object.fromEntries(
    Object.entries(measures).filter(([name]) => {
      const at = partsOfName(name).k
      return k === undefined || at === undefined || at === k
    }),
  )

/** Refuses what nothing can be made of, before anything is read. @throws Problem `bad-input`. */
function requireSense(
  given: readonly string[],
  { baseline, junit, gate, tolerance, csv, json }: CompareFlags,
): void {
  if (given.length === 1 && baseline === undefined) {
    const fix = 'Name the baseline and at least one other run, or none to take the newest.'
    throw new Problem('bad-input', 'One run is compared with nothing.', fix)
  }
  if (csv && json) {
    throw new Problem('bad-input', '--csv and --json are two forms of one answer.', 'Choose one.')
  }
  if (junit !== undefined && gate === undefined && tolerance === undefined) {
    const fix = 'Say what is to be checked, with --gate or --tolerance.'
    throw new Problem('bad-input', '--junit writes checks, and there are none.', fix)
  }
}

/** @throws Problem `bad-input` where none of the runs can be compared, with why. */
function requireAny(comparisons: readonly Comparison[]): void {
  if (comparisons.some(({ refused }) => !refused)) return
  const { message = '', fix } = comparisons[0]?.refused ?? {}
  throw new Problem('bad-input', message, fix)
}

const nothingToCompare = (): Problem =>
  new Problem(
    'not-found',
    'There is no other run on the same queries to compare with.',
    'Evaluate another recipe on the same golden set, or name two runs: pegboard runs --workspace DIR lists them.',
  )
