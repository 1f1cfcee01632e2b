import type { JsonObject, JsonValue } from '../../domain/tool'
import { isObject } from './clean-json'
import { entryAt, lineAt } from '../catalog/report'
import type { Report } from '../catalog/report'
import { UnreadableFile } from './source-file'
import type { SourceFile } from './source-file'

/** An entry of a JSON array or a line of JSON Lines. */
export interface Row<T extends JsonValue = JsonValue> {
  /** Counts from 1. */
  number: number
  where: string
  value: T
}

/** An entry that is a JSON object, as nearly all benchmarks have it. */
export type ObjectRow = Row<JsonObject>

/** What a file holds, whatever its name says. */
type FileContent =
  | { kind: 'rows'; rows: Row[]; broken: { line: number; why: string }[] }
  | { kind: 'object'; value: JsonObject }
  | { kind: 'broken'; error: UnreadableFile }
  | { kind: 'other' }

const JSON_NAME = /\.(json|jsonl|ndjson)$/i
const LINES_NAME = /\.(jsonl|ndjson)$/i
const DATA_NAME = /\.(json|jsonl|ndjson|csv|tsv)$/i

/** Every format looks at every file when it detects: read each once. */
const contents = new WeakMap<SourceFile, FileContent>()

/** JSON arrays and JSON Lines alike as rows. Never throws. */
export function contentOf(file: SourceFile): FileContent {
  let content = contents.get(file)
  if (!content) {
    content = readContent(file)
    contents.set(file, content)
  }
  return content
}

function readContent(file: SourceFile): FileContent {
  try {
    const start = /\S/.exec(file.text())?.[0]
    if (start !== '[' && start !== '{') {
      // A truncated or empty .json file is worth an error; a README is not.
      if (JSON_NAME.test(file.path)) file.json()
      return { kind: 'other' }
    }
    return holdsLines(file) ? linesOf(file) : jsonOf(file)
  } catch (error) {
    const isExpected = error instanceof UnreadableFile && JSON_NAME.test(file.path)
    return isExpected ? { kind: 'broken', error } : { kind: 'other' }
  }
}

function holdsLines(file: SourceFile): boolean {
  if (LINES_NAME.test(file.path)) return true
  const text = file.text()
  const end = text.indexOf('\n')
  if (end < 0 || text.slice(end).trim() === '') return false
  try {
    JSON.parse(text.slice(0, end))
    return true
  } catch {
    return false
  }
}

function linesOf(file: SourceFile): FileContent {
  const { values, broken } = file.jsonLines()
  // One JSON document spread over lines, under a name that promises JSON Lines.
  if (values.length === 0 || broken.length > values.length) return jsonOf(file)
  const rows = values.map(({ line, value }) => ({
    number: line,
    where: lineAt(file.path, line),
    value,
  }))
  return { kind: 'rows', rows, broken }
}

function jsonOf(file: SourceFile): FileContent {
  const value = file.json()
  if (Array.isArray(value)) {
    const rows = value.map((entry, index) => ({
      number: index + 1,
      where: entryAt(file.path, index),
      value: entry,
    }))
    return { kind: 'rows', rows, broken: [] }
  }
  return isObject(value) ? { kind: 'object', value } : { kind: 'other' }
}

/** The files most of whose first rows satisfy `accepts`. */
export function filesOfRows(
  files: SourceFile[],
  accepts: (value: JsonValue) => boolean,
): SourceFile[] {
  return files.filter((file) => {
    const content = contentOf(file)
    if (content.kind !== 'rows') return false
    const sample = content.rows.slice(0, 20)
    return sample.filter(({ value }) => accepts(value)).length * 2 > sample.length
  })
}

/** The rows of a file; lines that are no JSON, and rows that `accepts` refuses, go to the report. */
export function rowsOf<T extends JsonValue>(
  file: SourceFile,
  accepts: (value: JsonValue) => value is T,
  report: Report,
): Row<T>[] {
  const content = contentOf(file)
  if (content.kind !== 'rows') return []
  for (const { line, why } of content.broken) {
    const fix = 'Correct the line and import the file again.'
    report.add({ outcome: 'skipped', where: lineAt(file.path, line), why: `No JSON: ${why}`, fix })
  }
  return content.rows.flatMap((row) => {
    const { number, where, value } = row
    if (accepts(value)) return [{ number, where, value }]
    report.add({
      outcome: 'skipped',
      where,
      why: 'The entry lacks what the other entries of its file have',
      fix: 'Compare it with the entry before it and import the file again.',
    })
    return []
  })
}

/** Reports data files that no part of the import used. Files of other kinds are passed over. */
export function reportUnused(files: SourceFile[], used: SourceFile[], report: Report): void {
  for (const file of files.filter((candidate) => !used.includes(candidate))) {
    const content = contentOf(file)
    if (content.kind === 'broken') {
      const { message, fix } = content.error
      report.add({ outcome: 'skipped', where: file.path, why: message, fix })
    } else if (DATA_NAME.test(file.path)) {
      const why = 'Not a part of the data set that is imported; ignored'
      report.add({ outcome: 'notice', where: file.path, why })
    }
  }
}

/** @throws UnreadableFile for a broken file with a name the format knows: going on without it would mislead. */
export function requireReadable(files: SourceFile[], known: RegExp): void {
  for (const file of files) {
    const content = contentOf(file)
    if (content.kind === 'broken' && known.test(file.path)) throw content.error
  }
}

/** The error for a folder without its catalog: a broken file is the likelier cause than a missing one. */
export function missingCatalog(files: SourceFile[], expected: string): UnreadableFile {
  for (const file of files) {
    const content = contentOf(file)
    if (content.kind === 'broken') return content.error
  }
  return new UnreadableFile(
    files.find(({ path }) => DATA_NAME.test(path))?.path ?? files[0]?.path ?? 'folder',
    `comes without the tools it refers to (${expected})`,
    `Choose the folder that holds ${expected} as well.`,
  )
}
