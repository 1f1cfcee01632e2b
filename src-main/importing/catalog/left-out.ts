import type { ReportRow } from '../../domain/catalog/import'
import type { ImportAccount } from '../../domain/catalog/import-account'
import type { Tool } from '../../domain/tool/tool'
import { counted } from '../../domain/value/quantity'
import type { FormatReading, ImportFormat } from '../import-format'
import { isObject } from '../reading/parse-json'
import { UnreadableFile } from '../reading/place'
import { unreadName } from '../../domain/value/no-data-names'
import type { SourceFile } from '../reading/source-file'
import { isDataFile } from './data-files'
import { knownFile } from './known-files'
import { importReport } from './report'

/** What one format read. */
export interface ReadBy {
  format: ImportFormat
  reading: FormatReading
}

interface Given {
  files: readonly SourceFile[]
  /** What kept files from being read by the format that they look like. */
  faults: readonly UnreadableFile[]
  /** All tools that came in. */
  tools: readonly Tool[]
  /** Files that were read for what they say of these tools. */
  beside: readonly string[]
}

/** What an import took of what it was given, and a row for what it left out. */
export function leftOut(
  readings: readonly ReadBy[],
  { files, faults, tools, beside }: Given,
): { account: ImportAccount; rows: ReportRow[] } {
  const used = new Set([...readings.flatMap(({ reading }) => reading.used), ...beside])
  const left = files.filter(({ path }) => !used.has(path))
  const report = importReport()
  const said = left.map((file) => whyLeft(file, faults))
  for (const { row } of said) if (row) report.add(row)
  const withoutData = said.flatMap(({ row }, at) => (row ? [] : (left[at]?.path ?? [])))
  if (withoutData.length > 0) report.add(holdNoData(withoutData))
  const failed = new Set(readings.flatMap(({ reading }) => reading.failed ?? [])).size
  const missed = failed + said.filter(({ isMissed }) => isMissed).length
  const twice = sum(readings, ({ reading }) => reading.tools.length) - tools.length
  const entries = sum(readings, ({ reading }) => reading.entries ?? reading.tools.length) - twice
  const all = Math.max(entries, tools.length)
  const read = files.length - left.length - failed
  return {
    account: {
      files: { read, all: files.length },
      tools: { read: tools.length, all },
      fields: [...new Set(readings.flatMap(({ reading }) => reading.unknownFields ?? []))],
      formats: readings.map(({ format: { id, title }, reading }) => ({
        id,
        title,
        files: reading.used.length,
        tools: reading.tools.length,
      })),
      mostLeftOut: tools.length * 2 < all || missed > read,
    },
    rows: report.rows(),
  }
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

interface WhyLeft {
  /** None where the file holds no data. */
  row?: ReportRow
  /** Whether it seems to hold tools all the same. */
  isMissed?: true
}

function whyLeft(file: SourceFile, faults: readonly UnreadableFile[]): WhyLeft {
  const { path } = file
  const fault = faults.find((each) => each.path === path) ?? unreadableText(file)
  const content = fault ? undefined : file.content()
  const error = fault ?? (content?.kind === 'broken' ? content.error : undefined)
  const known = knownFile(file)
  if (known) {
    const why = `The file is ${known.what}`
    return { row: { outcome: 'notice', where: path, why, fix: known.fix } }
  }
  if (error) {
    const { message, fix } = error
    const own = `${path}: `
    const why = message.startsWith(own) ? `It ${message.slice(own.length)}` : message
    const row: ReportRow = { outcome: 'skipped', where: path, why, fix }
    // What an archive or a workbook holds, nobody knows.
    return unreadName(path) ? { row } : { row, isMissed: true }
  }
  if (!isDataFile(path) && content?.kind === 'other') return {}
  const row: ReportRow = {
    outcome: 'notice',
    where: path,
    why: 'No format knows the file, and none that is read refers to it',
    fix: 'If it holds tools or queries, name its format, or import it by itself to see why.',
  }
  return seemsToHoldTools(file) ? { row: { ...row, outcome: 'skipped' }, isMissed: true } : { row }
}

/** Why its text cannot be read, where that is said of it: a picture says nothing. */
function unreadableText(file: SourceFile): UnreadableFile | undefined {
  if (unreadName(file.path)?.why === '') return undefined
  try {
    file.text()
    return undefined
  } catch (error) {
    return error instanceof UnreadableFile ? error : undefined
  }
}

/** Whether its entries have names and texts, as those of tools do. */
function seemsToHoldTools(file: SourceFile): boolean {
  const content = file.content()
  if (content.kind !== 'rows') return false
  const sample = content.rows.slice(0, 20).map(({ value }) => value)
  const alike = sample.filter(
    (value) =>
      isObject(value) && 'name' in value && Object.keys(value).some((key) => /desc/i.test(key)),
  )
  return alike.length * 2 > sample.length
}

/** Files that a notice names. */
const NAMED = 5

function holdNoData(paths: readonly string[]): ReportRow {
  const [where = 'folder'] = paths
  const named = paths.slice(0, NAMED).join(', ')
  const more = paths.length > NAMED ? ' …' : ''
  const why = `${counted(paths.length, 'file holds', 'files hold')} no data: ${named}${more}`
  return { outcome: 'notice', where, why }
}
