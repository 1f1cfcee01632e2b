import type { ReportRow } from '../../domain/catalog/import'
import { placeOf, UnreadableFile } from '../reading/place'
import type { SourceFile } from '../reading/source-file'
import { importReport, type Report } from './report'

const DATA_NAME = /\.(json|jsonl|ndjson|csv|tsv)$/i

/** Reports data files that no part of the import used. Files of other kinds are passed over. */
export function reportUnused(files: SourceFile[], used: { path: string }[], report: Report): void {
  const paths = new Set(used.map(({ path }) => path))
  for (const file of files.filter(({ path }) => !paths.has(path))) {
    const content = file.content()
    if (content.kind === 'broken') {
      const { message, fix } = content.error
      report.add({ outcome: 'skipped', where: file.path, why: message, fix })
    } else if (DATA_NAME.test(file.path)) {
      const why = 'Not a part of the data set that is imported; ignored'
      report.add({ outcome: 'notice', where: file.path, why })
    }
  }
}

/**
 * @throws UnreadableFile for a broken file with a name the format knows: going on without it would
 * mislead.
 */
export function requireReadable(files: SourceFile[], known: RegExp): void {
  const fault = brokenAmong(files.filter(({ path }) => known.test(path)))
  if (fault) throw fault
}

/**
 * The error for a folder without its catalog: a broken file is the likelier cause than a missing
 * one.
 */
export const missingCatalog = (files: SourceFile[], expected: string): UnreadableFile =>
  brokenAmong(files) ??
  new UnreadableFile(
    files.find(({ path }) => DATA_NAME.test(path))?.path ?? placeOf(files),
    `comes without the tools it refers to (${expected})`,
    `Choose the folder that holds ${expected} as well.`,
  )

/** What is wrong with the first of the files whose name promises JSON that it does not hold. */
export function brokenAmong(files: SourceFile[]): UnreadableFile | undefined {
  for (const file of files) {
    const content = file.content()
    if (content.kind === 'broken') return content.error
  }
  return undefined
}

/** What the report is to say of values in JSON that could not be kept as the files have them. */
export function alteredIn(files: readonly SourceFile[]): ReportRow[] {
  const report = importReport()
  for (const file of files) {
    const content = file.content()
    if (content.kind !== 'rows' && content.kind !== 'object') continue
    for (const row of content.altered ?? []) report.add(row)
  }
  return report.rows()
}
