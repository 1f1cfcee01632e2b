import type { ReportRow } from '../../domain/catalog/import'
import { placeOf, UnreadableFile } from '../reading/place'
import type { SourceFile } from '../reading/source-file'
import { importReport } from './report'

const DATA_NAME = /\.(json|jsonl|ndjson|csv|tsv|ya?ml)$/i

/** The paths of files, each once. */
export const pathsOf = (files: readonly { path: string }[]): string[] => [
  ...new Set(files.map(({ path }) => path)),
]

/** Whether a file's name promises data, unlike that of a README. */
export const isDataFile = (path: string): boolean => DATA_NAME.test(path)

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
    files.find(({ path }) => isDataFile(path))?.path ?? placeOf(files),
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

/** What the report is to say of texts and values that could not be kept as the files have them. */
export function alteredIn(files: readonly SourceFile[]): ReportRow[] {
  const report = importReport()
  for (const file of files) {
    const encoding = file.guessedEncoding()
    if (encoding !== undefined) report.add(guessed(encoding, file.path))
    const content = file.content()
    if (content.kind !== 'rows' && content.kind !== 'object') continue
    for (const row of content.altered ?? []) report.add(row)
  }
  return report.rows()
}

const guessed = (encoding: string, where: string): ReportRow => ({
  outcome: 'notice',
  where,
  why: `The file does not say how its text is encoded, and was read as ${titleOf(encoding)}`,
  fix: 'Where letters with accents look wrong, save it as UTF-8 and import it again.',
})

const titleOf = (encoding: string): string =>
  encoding.startsWith('utf') ? encoding.toUpperCase() : 'Windows-1252'
