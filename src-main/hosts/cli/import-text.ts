import type { RouteOutput } from '../../contract/routes'
import { EDGES_OFFER } from '../../domain/edges-offer'
import { historyText } from '../../domain/logged-queries'
import type { ReportRow, ToolChange, ToolChanges } from '../../domain/catalog-import'
import { plainText } from './print-table'
import type { CommandSession } from './session'

type ImportResult = RouteOutput<'import.preview'> | RouteOutput<'import.commit'>

/** Report rows, and tools of each kind, printed without `--json`; the window shows them all. */
const ROWS_SHOWN = 20
const TOOLS_SHOWN = 10
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
  { added, merged, figures }: RouteOutput<'history.import'>,
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
  for (const { outcome, where, entry, why, fix } of rows.slice(0, ROWS_SHOWN)) {
    const parts = [outcome, where, entry, fix ? `${why}. ${fix}` : why].filter(Boolean)
    session.print(`  ${plainText(parts.join(' · '))}`)
  }
  const others = entriesOf(rows.slice(ROWS_SHOWN))
  if (others > 0) session.print(`  … and ${others} more; --json tells more of them.`)
}

const entriesOf = (rows: readonly ReportRow[]): number =>
  rows.reduce((sum, { entries = 1 }) => sum + entries, 0)
