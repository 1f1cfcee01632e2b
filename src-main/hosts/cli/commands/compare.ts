import { actions } from '../../../features/actions'
import { saveFile } from '../../../compose'
import { columnsCsv } from '../../../contract/columns/column'
import {
  MEASURED_COLUMNS,
  measuredRows,
  type MeasuredRow,
} from '../../../contract/columns/measures'
import type { ChangedQueries, NamedRun, SideBySide } from '../../../contract/evaluation'
import { outdatedColumn } from '../../../contract/columns/runs'
import { Problem } from '../../../domain/problem'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { command, type Given } from '../command'
import { text } from '../flags'
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
import { ofRuns, remarkOutdated } from '../run-choice'
import { differencesText, runsText } from '../runs-text'
import type { CommandSession } from '../session'

const { dir, runs, k, queries } = actions['evaluation.sideBySide'].input.shape
const { baseline } = actions['evaluation.together'].input.shape

const COMPARE_FLAGS = {
  dir,
  runs,
  baseline,
  k,
  queries,
  ...GATE_FLAGS,
  model: text(
    'name',
    'with --csv, a row for each measure of each run: the model whose price to show; default: the first of `pegboard prices`',
  ),
}

export const compare = command({
  summary: 'show how stored runs differ from a baseline, query by query',
  args: ['runs'],
  input: COMPARE_FLAGS,
  run: compareRuns,
  json: ({ baseline: one, others, comparisons, verdict, queries: changed, checked, outdated }) => ({
    verdict,
    baseline: one.run.id,
    runs: [one, ...others].map(({ run, label }) => ({
      label,
      ...run,
      curve: undefined,
      outdated: outdated[run.id] ?? [],
    })),
    comparisons,
    ...(changed && { queries: changed }),
    ...otherJson(one, others),
    ...(checked.length > 0 && { checks: checked }),
  }),
  csv: (compared, { model }, session) => csvOf(session, compared, model),
  print: (compared, _, session) => textLines(session, compared),
  failure: ({ checked }) => failedChecks(checked),
})

function otherJson({ run }: NamedRun, others: readonly NamedRun[]) {
  const found = othersThan(
    run,
    others.map((each) => each.run),
  )
  return (
    found.length > 0 && {
      otherThanBaseline: found.map(({ run: id, other }) => ({ run: id, other })),
    }
  )
}

type Asked = Given<typeof COMPARE_FLAGS>

/** Runs that are compared, and what is checked of them. */
interface Compared extends SideBySide {
  baseline: NamedRun
  checked: ReturnType<typeof checkedRuns>
}

async function compareRuns(session: CommandSession, asked: Asked): Promise<Compared> {
  requireSense(asked)
  const { gate: gates = [], tolerance, junit, model: _, ...named } = asked
  const { dir: place, runs: names, baseline: wanted } = named
  const found = await ofRuns(
    session,
    { dir: place, runs: names, baseline: wanted },
    session.request('evaluation.sideBySide', named),
  )
  const { others, comparisons, outdated } = found
  // Where there is none, it is refused.
  const one = found.baseline as NamedRun
  remarkOutdated(session, { runs: [one, ...others], outdated })
  if (tolerance !== undefined) {
    for (const { run } of others) requireSameSize(one.run, run)
  }
  const checked = checkedRuns(
    {
      runs: others.map(called),
      baseline: one.run,
      comparisons,
      cutoffs: asked.k === undefined ? one.run.k : [asked.k],
    },
    { gates, tolerance },
  )
  if (junit !== undefined) {
    const report = junitText(checked, one.run.goldenSet)
    await saveFile(session.path(junit), Buffer.from(report))
  }
  return { ...found, baseline: one, checked }
}

/** A row for each measure of each run. */
async function csvOf(
  session: CommandSession,
  { baseline: one, others, comparisons, outdated }: Compared,
  model: string | undefined,
): Promise<string> {
  const price = await priceOf(session, model)
  const rows = [one, ...others].flatMap((each) => {
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
  { baseline: one, others, comparisons, verdict, queries: changed = [], checked }: Compared,
): Promise<string[]> {
  const measures = await session.request('evaluation.measures', {})
  const named = [one, ...others].map(called)
  return [
    ...verdict,
    '',
    runsText(named, measures),
    `\n${differencesText(comparisons, named, measures)}`,
    ...changed.map((each) => `\n${changedQueriesText(each)}`),
    ...othersThan(one.run, others.map(called)).map(otherLine),
    ...checked.map(checkedLine),
  ]
}

/** With what it is called in place of its recipe, for text to read. */
const called = ({ run, label }: NamedRun): MeasuredRun => ({ ...run, recipe: label })

/** Refuses what nothing can be made of, before anything is read. @throws Problem `bad-input`. */
function requireSense({ runs: names, baseline: wanted, ...given }: Asked): void {
  if (names.length === 1 && wanted === undefined) {
    const fix = 'Name the baseline and at least one other run, or none to take the newest.'
    throw new Problem('bad-input', 'One run alone cannot be compared.', fix)
  }
  requireChecks(given)
}

/** The queries of both kinds, each with where the run has its golden tools. */
function changedQueriesText(changed: ChangedQueries): string {
  const { label, baseline: beside, k: at } = changed
  const where = at === undefined ? '' : ` at k = ${at}`
  const lines = (kind: string, { total, listed }: ChangedQueries['broken']): string[] => [
    `${kind} by ${label} beside ${beside}${where}: ${total}`,
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
