import { z } from 'zod'
import type { ActionAnswer } from '../../../features/actions'
import { saveFile } from '../../../compose'
import { columnsCsv } from '../../../contract/columns/column'
import {
  MEASURED_COLUMNS,
  measuredRows,
  type MeasuredRow,
} from '../../../contract/columns/measures'
import type { NamedRun } from '../../../contract/evaluation'
import { outdatedColumn } from '../../../contract/columns/runs'
import { partOfId } from '../../../domain/query/tier'
import type { OutdatedRuns } from '../../../domain/run/outdated'
import { Dir } from '../../../contract/workspace'
import type { Gate } from '../../../domain/measure/gate'
import { partsOfName } from '../../../domain/measure/name'
import { Problem } from '../../../domain/problem'
import type { Comparison } from '../../../domain/run/comparison'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { command } from '../command'
import { K, text } from '../flags'
import {
  checkedLine,
  checkedRuns,
  otherLine,
  othersThan,
  failedChecks,
  GATE_FLAGS,
  junitText,
  requireChecks,
  requireSameSize,
} from '../gates'
import { priceOf } from '../price-choice'
import { plainText } from '../print-table'
import { recommendedK, runsTogether } from '../run-choice'
import { differencesText, runsText } from '../runs-text'
import type { CommandSession } from '../session'
import { verdictLines } from '../verdict-text'

export const compare = command({
  summary: 'show how stored runs differ from a baseline, query by query',
  args: ['runs'],
  input: {
    dir: Dir,
    runs: z
      .array(z.string())
      .default([])
      .describe(
        'the baseline and the others, by number or the beginning of an id; left out: the newest, and those before it on the same queries and size of catalog',
      ),
    baseline: text('run', 'the run to compare with; left out: the first'),
    k: K.describe('only measures at this k, measured or between; left out: at every k measured'),
    queries: z.boolean().optional().describe('list the queries that were fixed and broken'),
    ...GATE_FLAGS,
    model: text(
      'name',
      'with --csv, a row for each measure of each run: the model whose price to show; default: the first of `pegboard prices`',
    ),
  },
  run: compareRuns,
  json: ({ baseline, others, comparisons, verdict, queries, checked, outdated }) => ({
    verdict,
    baseline: baseline.run.id,
    runs: [baseline, ...others].map(({ run, label }) => ({
      label,
      ...run,
      curve: undefined,
      outdated: outdated[partOfId(run.id).run] ?? [],
    })),
    comparisons,
    ...(queries && { queries }),
    ...otherJson(baseline, others),
    ...(checked.length > 0 && { checks: checked }),
  }),
  csv: (compared, { model }, session) => csvOf(session, compared, model),
  print: (compared, _, session) => textLines(session, compared),
  failure: ({ checked }) => failedChecks(checked),
})

function otherJson(baseline: NamedRun, others: readonly NamedRun[]) {
  const found = othersThan(
    baseline.run,
    others.map(({ run }) => run),
  )
  return found.length > 0 && { otherThanBaseline: found.map(({ run, other }) => ({ run, other })) }
}

interface Asked {
  dir: string
  runs: readonly string[]
  baseline: string | undefined
  k: number | undefined
  queries: boolean | undefined
  gate: Gate[] | undefined
  tolerance: number | undefined
  junit: string | undefined
}

/** Runs that are compared, and what is told of them. */
interface Compared {
  baseline: NamedRun
  others: readonly NamedRun[]
  comparisons: Comparison[]
  verdict: string[]
  queries: ChangedQueries[] | undefined
  checked: ReturnType<typeof checkedRuns>
  /** What is outdated of the runs of the workspace. */
  outdated: OutdatedRuns
}

async function compareRuns(session: CommandSession, asked: Asked): Promise<Compared> {
  requireSense(asked)
  const { dir, k, gate: gates = [], tolerance, junit } = asked
  const { runs: together } = await runsTogether(session, {
    dir,
    runs: [...asked.runs],
    baseline: asked.baseline,
  })
  const main =
    k ??
    (await recommendedK(
      session,
      dir,
      together.map(({ run }) => run),
    ))
  const told = await atOneK(session, dir, { runs: together, k: main })
  const [baseline, ...others] = (k === undefined ? together : told).map((each) => cutTo(each, k))
  if (!baseline || others.length === 0) throw nothingToCompare()
  if (tolerance !== undefined) {
    for (const { run } of others) requireSameSize(baseline.run, run)
  }
  const whole = await session.request('evaluation.compare', {
    dir,
    baseline: baseline.run.id,
    runs: others.map(({ run }) => run.id),
    k: main,
    tellRefusals: true,
  })
  requireAny(whole)
  const comparisons = whole.map((each) => ({
    ...each,
    measures:
      k === undefined ? asMeasured(each.measures, baseline.run) : atCutoff(each.measures, k),
  }))
  const isCompared = ({ run }: NamedRun) =>
    comparisons.some((each) => each.run === run.id && !each.refused)
  const changed = { dir, baseline, others: others.filter(isCompared) }
  const queries = asked.queries ? await changedQueries(session, changed, k) : undefined
  const verdict = verdictLines({
    runs: told.slice(1).map((each) => at(called(each), main)),
    baseline: told[0] && at(called(told[0]), main),
    comparisons: whole,
    k: main,
  })
  const checked = checkedRuns(
    { runs: others.map(called), baseline: baseline.run, comparisons },
    { gates, tolerance },
  )
  if (junit !== undefined) {
    const report = junitText(checked, baseline.run.goldenSet)
    await saveFile(session.path(junit), Buffer.from(report))
  }
  const outdated = await session.request('evaluation.outdated', { dir })
  return { baseline, others, comparisons, verdict, queries, checked, outdated }
}

/** A row for each measure of each run. */
async function csvOf(
  session: CommandSession,
  { baseline, others, comparisons, outdated }: Compared,
  model: string | undefined,
): Promise<string> {
  const price = await priceOf(session, model)
  const rows = [baseline, ...others].flatMap((each) => {
    const comparison = comparisons.find(({ run }) => run === each.run.id)
    return measuredRows({ ...each, comparison }, { price })
  })
  const { title, value } = outdatedColumn(outdated)
  const columns = {
    ...MEASURED_COLUMNS,
    outdated: { title, value: ({ run }: MeasuredRow) => value(run) },
  }
  return columnsCsv<MeasuredRow>(columns, rows)
}

async function textLines(
  session: CommandSession,
  { baseline, others, comparisons, verdict, queries = [], checked }: Compared,
): Promise<string[]> {
  const measures = await session.request('evaluation.measures', {})
  const named = [baseline, ...others].map(called)
  return [
    ...verdict,
    '',
    runsText(named, measures),
    `\n${differencesText(comparisons, named, measures)}`,
    ...queries.map((each) => `\n${changedQueriesText(each)}`),
    ...othersThan(baseline.run, others.map(called)).map(otherLine),
    ...checked.map(checkedLine),
  ]
}

/** With what they measure at a k that lies between those they were measured at. */
async function atOneK(
  session: CommandSession,
  dir: string,
  { runs, k }: { runs: readonly NamedRun[]; k: number | undefined },
): Promise<NamedRun[]> {
  if (k === undefined) return [...runs]
  const ids = runs.map(({ run }) => run.id)
  const found = await session.request('evaluation.at', { dir, runs: ids, k })
  return runs.map(({ label, run }, at) => ({ label, run: found[at] ?? run }))
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

/** Those at the k that a run was measured at. */
const asMeasured = <Of>(measures: Record<string, Of>, { k }: MeasuredRun): Record<string, Of> =>
  Object.fromEntries(
    Object.entries(measures).filter(([name]) => {
      const at = partsOfName(name).k
      return typeof at !== 'number' || k.includes(at)
    }),
  )

/** Refuses what nothing can be made of, before anything is read. @throws Problem `bad-input`. */
function requireSense({ runs, baseline, ...given }: Asked): void {
  if (runs.length === 1 && baseline === undefined) {
    const fix = 'Name the baseline and at least one other run, or none to take the newest.'
    throw new Problem('bad-input', 'One run alone cannot be compared.', fix)
  }
  requireChecks(given)
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

/** Queries that are listed of one kind; the others are counted. */
const MOST_LISTED = 50

type Page = ActionAnswer<'evaluation.outcomes'>

/** The queries that a run fixed and broke beside the baseline, at one k. */
interface ChangedQueries {
  run: string
  label: string
  baseline: string
  /** Absent where the recipe decides how many tools there are. */
  k?: number
  broken: Changed
  fixed: Changed
}

interface Changed {
  total: number
  /** The first of them. */
  listed: Pick<Page['rows'][number], 'id' | 'text' | 'golden' | 'goldenRanks'>[]
}

/** @param wanted left out: the largest k that the runs have in common */
async function changedQueries(
  session: CommandSession,
  { dir, baseline, others }: { dir: string; baseline: NamedRun; others: readonly NamedRun[] },
  wanted: number | undefined,
): Promise<ChangedQueries[]> {
  const found: ChangedQueries[] = []
  for (const { run, label } of others) {
    const k = wanted ?? run.k.filter((each) => baseline.run.k.includes(each)).at(-1)
    const of = async (show: 'fixed' | 'broken'): Promise<Changed> => {
      const { total, rows } = await session.request('evaluation.outcomes', {
        dir,
        run: run.id,
        baseline: baseline.run.id,
        show,
        limit: MOST_LISTED,
        ...(k !== undefined && { k }),
      })
      const listed = rows.map(({ id, text, golden, goldenRanks }) => ({
        id,
        text,
        golden,
        goldenRanks,
      }))
      return { total, listed }
    }
    found.push({
      run: run.id,
      label,
      baseline: baseline.label,
      ...(k !== undefined && { k }),
      broken: await of('broken'),
      fixed: await of('fixed'),
    })
  }
  return found
}

/** The queries of both kinds, each with where the run has its golden tools. */
function changedQueriesText(changed: ChangedQueries): string {
  const { label, baseline, k } = changed
  const where = k === undefined ? '' : ` at k = ${k}`
  const lines = (kind: string, { total, listed }: Changed): string[] => [
    `${kind} by ${label} beside ${baseline}${where}: ${total}`,
    ...listed.map(
      ({ id, text, golden, goldenRanks }) =>
        `  ${plainText(id)}  ${cut(plainText(text))}\n    ${golden
          .map((tool, at) => `${plainText(tool)} ${rankText(goldenRanks[at])}`)
          .join(', ')}`,
    ),
    ...(listed.length < total ? [`  and ${total - listed.length} more`] : []),
  ]
  return [...lines('Broken', changed.broken), ...lines('Fixed', changed.fixed)].join('\n')
}

/** Characters of a query: two lines of a terminal. */
const LONGEST_QUERY = 160
const cut = (text: string): string =>
  text.length > LONGEST_QUERY
    ? `${text.slice(0, LONGEST_QUERY).replace(/[\ud800-\udbff]$/, '')} …`
    : text

const rankText = (rank: number | null | undefined): string => (rank ? `#${rank}` : 'missing')
