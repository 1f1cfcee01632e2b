import type { ActionAnswer } from '../../features/actions'
import { places } from '../../features/places'
import type { ReportedEntry, ReportRow, ToolChange, ToolChanges } from '../../domain/catalog/import'
import { entriesOf } from '../../domain/catalog/report-entries'
import { accountText } from '../../domain/catalog/account-text'
import { plainText } from './print-table'

export type ImportResult = ActionAnswer<'import.preview'> | ActionAnswer<'import.commit'>

/** Report rows, and tools of each kind, printed without `--json`; the window shows them all. */
const ROWS_SHOWN = 20
const TOOLS_SHOWN = 10
/**
 * Entries of a row that stands for several: what was skipped or altered is looked up, a notice is
 * an example.
 */
const ENTRIES_SHOWN = 10
const NOTICED_SHOWN = 3
/** Characters of a text before and after. */
const TEXT_SHOWN = 300

/** What an import does, or did. */
export function importLines(imported: ImportResult, verbose = false): string[] {
  const { added, changed, removed, unchanged } = imported.change
  const { account } = imported
  return [
    `${account.mostLeftOut ? 'Most was left out. ' : ''}${plainText(accountText(account))}.`,
    `Format ${account.formats.map(({ id }) => id).join(', ')}: ${added.total} tools added, ${changed.total} changed, ` +
      `${unchanged} unchanged, ${removed.total} no longer in the files.`,
    ...(verbose ? toolLines(added, 'new') : []),
    ...toolLines(changed, 'changed', verbose),
    ...toolLines(removed, 'not in the files'),
    ...clashLines(imported.clashes),
    ...goldenSetLines(imported.goldenSets),
    ...(imported.bundles > 0 ? [`${imported.bundles} bundles.`] : []),
    ...reportLines(imported.report),
    ...places.afterImport.flatMap((say) => linesUnlessFailing(() => say(imported))),
  ]
}

/** What a feature says: where that fails, the import is as it would be without it. */
function linesUnlessFailing(say: () => string[]): string[] {
  try {
    return say()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [`A hint on this import failed: ${plainText(why)}. The import itself is not affected.`]
  }
}

function toolLines({ total, first }: ToolChanges, what: string, withTexts = false): string[] {
  const shown = first.slice(0, TOOLS_SHOWN)
  return [
    ...shown.flatMap((change) => {
      const fields = change.fields.map(({ field }) => field).join(', ')
      return [
        `  ${[what, plainText(change.id), fields].filter(Boolean).join(' · ')}`,
        ...(withTexts ? textLines(change) : []),
      ]
    }),
    ...(total > shown.length ? [`  … and ${total - shown.length} more ${what}.`] : []),
  ]
}

const textLines = ({ fields }: ToolChange): string[] =>
  fields.flatMap(({ field, before, after }) => [
    `      ${plainText(field)}`,
    `        before: ${shortText(before)}`,
    `        after:  ${shortText(after)}`,
  ])

/** In one line, as JSON stands on many. */
function shortText(text: string): string {
  const line = plainText(text.replace(/\s+/g, ' ').trim())
  if (line === '') return '(nothing)'
  return line.length > TEXT_SHOWN ? `${line.slice(0, TEXT_SHOWN)}…` : line
}

function clashLines({
  recognised,
  beside,
  renamed,
  likelyRenamed,
  layers,
  layersAdded,
}: ImportResult['clashes']): string[] {
  const counts = [
    [recognised.total, 'tools were here with or without a server: they keep their ids.'],
    [beside.total, 'tools come in beside others of their name (--same-name replace).'],
    [renamed.total, 'tools have a new name: labels, texts and edges follow (--renames none).'],
    [
      likelyRenamed.total,
      'tools are gone, and others seem to be them under a new name (--renames likely).',
    ],
    [layers.total, 'author’s layers say something else here (--layers replace).'],
    [layersAdded, 'author’s layers.'],
  ] as const
  return counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []))
}

export const goldenSetLines = (sets: ImportResult['goldenSets']): string[] =>
  sets.map(({ name, queries, replaces, renamedFrom }) => {
    const remark = renamedFrom
      ? ` (“${plainText(renamedFrom)}” here holds something else: --golden-sets replace)`
      : replaces
        ? ' (replaces the one here)'
        : ''
    return `Golden set “${plainText(name)}”: ${queries} queries${remark}.`
  })

/** What was skipped first: it is what an import leaves out. */
export function reportLines(report: readonly ReportRow[]): string[] {
  const skipped = report.filter(({ outcome }) => outcome === 'skipped')
  const rows = [...skipped, ...report.filter(({ outcome }) => outcome !== 'skipped')]
  const others = entriesOf(rows.slice(ROWS_SHOWN))
  return [
    ...(skipped.length > 0 ? [`Skipped: ${entriesOf(skipped)}.`] : []),
    ...rows.slice(0, ROWS_SHOWN).flatMap(rowLines),
    ...(others > 0 ? [`  … and ${others} more; --json lists more of them.`] : []),
  ]
}

/** One line; where the row names several entries, the first of them below it. */
function rowLines(row: ReportRow): string[] {
  const { outcome, why, fix, first, entries } = row
  const of = first ? [`${entries} entries`] : placeOf(row)
  const line = `  ${plainText([outcome, ...of, fix ? `${why}. ${fix}` : why].join(' · '))}`
  if (!first || entries === undefined) return [line]
  const shown = first.slice(0, outcome === 'notice' ? NOTICED_SHOWN : ENTRIES_SHOWN)
  return [
    line,
    ...shown.map((each) => `      ${plainText(placeOf(each).join(' · '))}`),
    ...(entries > shown.length ? [`      … and ${entries - shown.length} more`] : []),
  ]
}

const placeOf = ({ where, entry }: ReportedEntry): string[] => [where, ...(entry ? [entry] : [])]
