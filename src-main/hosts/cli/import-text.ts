import type { ActionAnswer } from '../../app/actions'
import { EDGES_OFFER } from '../../domain/graph/offer'
import { historyText } from '../../domain/query/logged-queries'
import type { ReportedEntry, ReportRow, ToolChange, ToolChanges } from '../../domain/catalog/import'
import { entriesOf } from '../../domain/catalog/report-entries'
import { plainText } from './print-table'
import type { CommandSession } from './session'

type ImportResult = ActionAnswer<'import.preview'> | ActionAnswer<'import.commit'>

/** Report rows, and tools of each kind, printed without `--json`; the window shows them all. */
const ROWS_SHOWN = 20
const TOOLS_SHOWN = 10
/** Entries of a row that stands for several: what was skipped or altered is looked up, a notice is an example. */
const ENTRIES_SHOWN = 10
const NOTICED_SHOWN = 3
/** Characters of a text before and after. */
const TEXT_SHOWN = 300

export function printImport(session: CommandSession, result: ImportResult, verbose = false): void {
  const { added, changed, removed, unchanged } = result.change
  session.print(
    `Format ${result.format}: ${added.total} tools added, ${changed.total} changed, ` +
      `${unchanged} unchanged, ${removed.total} no longer in the files.`,
  )
  if (verbose) printTools(session, added, { what: 'new' })
  printTools(session, changed, { what: 'changed', withTexts: verbose })
  printTools(session, removed, { what: 'not in the files' })
  printClashes(session, result.clashes)
  printGoldenSets(session, result.goldenSets)
  if (result.bundles > 0) session.print(`${result.bundles} bundles.`)
  printReport(session, result.report)
  if ('offersEdges' in result) session.print(`${EDGES_OFFER} To look: pegboard propose-edges.`)
}

function printTools(
  session: CommandSession,
  { total, first }: ToolChanges,
  { what, withTexts = false }: { what: string; withTexts?: boolean },
): void {
  const shown = first.slice(0, TOOLS_SHOWN)
  for (const change of shown) {
    const fields = change.fields.map(({ field }) => field).join(', ')
    session.print(`  ${[what, plainText(change.id), fields].filter(Boolean).join(' · ')}`)
    if (withTexts) printTexts(session, change)
  }
  if (total > shown.length) session.print(`  … and ${total - shown.length} more ${what}.`)
}

function printTexts(session: CommandSession, { fields }: ToolChange): void {
  for (const { field, before, after } of fields) {
    session.print(`      ${plainText(field)}`)
    session.print(`        before: ${shortText(before)}`)
    session.print(`        after:  ${shortText(after)}`)
  }
}

/** In one line, as JSON stands on many. */
function shortText(text: string): string {
  const line = plainText(text.replace(/\s+/g, ' ').trim())
  if (line === '') return '(nothing)'
  return line.length > TEXT_SHOWN ? `${line.slice(0, TEXT_SHOWN)}…` : line
}

function printClashes(
  session: CommandSession,
  { recognised, beside, layers, layersAdded }: ImportResult['clashes'],
): void {
  if (recognised.total > 0) {
    session.print(
      `${recognised.total} tools were here with or without a server: they keep their ids.`,
    )
  }
  if (beside.total > 0) {
    session.print(
      `${beside.total} tools come in beside others of their name (--same-name replace).`,
    )
  }
  if (layers.total > 0) {
    session.print(`${layers.total} author’s layers say something else here (--layers replace).`)
  }
  if (layersAdded > 0) session.print(`${layersAdded} author’s layers.`)
}

export function printGoldenSets(session: CommandSession, sets: ImportResult['goldenSets']): void {
  for (const { name, queries, replaces, renamedFrom } of sets) {
    const remark = renamedFrom
      ? ` (“${plainText(renamedFrom)}” here holds something else: --golden-sets replace)`
      : replaces
        ? ' (replaces the one here)'
        : ''
    session.print(`Golden set “${plainText(name)}”: ${queries} queries${remark}.`)
  }
}

export function printHistory(
  session: CommandSession,
  { added, merged, figures }: ActionAnswer<'history.import'>,
): void {
  const known = merged > 0 ? `, ${merged} were there already or came twice` : ''
  session.print(`${added} logged queries added${known}.`)
  session.print(`The workspace holds ${historyText(figures)}.`)
}

/** What was skipped first: it is what an import leaves out. */
export function printReport(session: CommandSession, report: readonly ReportRow[]): void {
  const skipped = report.filter(({ outcome }) => outcome === 'skipped')
  const rows = [...skipped, ...report.filter(({ outcome }) => outcome !== 'skipped')]
  if (skipped.length > 0) session.print(`Skipped: ${entriesOf(skipped)}.`)
  for (const row of rows.slice(0, ROWS_SHOWN)) printRow(session, row)
  const others = entriesOf(rows.slice(ROWS_SHOWN))
  if (others > 0) session.print(`  … and ${others} more; --json tells more of them.`)
}

/** One line; where the row names several entries, the first of them below it. */
function printRow(session: CommandSession, row: ReportRow): void {
  const { outcome, why, fix, first, entries } = row
  const says = fix ? `${why}. ${fix}` : why
  const of = first ? [`${entries} entries`] : placeOf(row)
  session.print(`  ${plainText([outcome, ...of, says].join(' · '))}`)
  if (!first || entries === undefined) return
  const shown = first.slice(0, outcome === 'notice' ? NOTICED_SHOWN : ENTRIES_SHOWN)
  for (const each of shown) session.print(`      ${plainText(placeOf(each).join(' · '))}`)
  if (entries > shown.length) session.print(`      … and ${entries - shown.length} more`)
}

const placeOf = ({ where, entry }: ReportedEntry): string[] => [where, ...(entry ? [entry] : [])]
