import type { JsonObject, JsonValue } from '../../domain/tool'
import { detectJsonLines, readJsonLines } from './json-lines'
import type { BrokenLine, JsonLines } from './json-lines'
import { isObject } from './json-object'
import { parseJson } from './parse-json'
import { entryAt, lineAt } from './place'
import { UnreadableFile } from './unreadable-file'

/** An entry of a JSON array or a line of JSON Lines. */
export interface Row<T = JsonValue> {
  /** Counts from 1. */
  number: number
  where: string
  value: T
}

/** What a file holds, whatever its name says; JSON arrays and JSON Lines alike are rows. */
export type FileContent =
  | { kind: 'rows'; rows: Row[]; broken: BrokenLine[] }
  | { kind: 'object'; value: JsonObject }
  /** The name promises JSON that the file does not hold. */
  | { kind: 'broken'; error: UnreadableFile }
  | { kind: 'other' }

const JSON_NAME = /\.(json|jsonl|ndjson)$/i
const LINES_NAME = /\.(jsonl|ndjson)$/i

/** Never throws, though `text` may. */
export function readContent(path: string, text: () => string): FileContent {
  try {
    return contentOfText(path, text())
  } catch (error) {
    const isExpected = error instanceof UnreadableFile && JSON_NAME.test(path)
    return isExpected ? { kind: 'broken', error } : { kind: 'other' }
  }
}

function contentOfText(path: string, text: string): FileContent {
  const isPromised = JSON_NAME.test(path)
  if (!/^\s*[[{]/.test(text)) {
    // A truncated or empty .json file is worth an error; a README is not.
    return isPromised ? contentOfValue(path, parseJson(path, text)) : { kind: 'other' }
  }
  const lines = LINES_NAME.test(path) ? readJsonLines(text) : detectJsonLines(text)
  // One JSON document may be spread over lines, under a name that promises JSON Lines.
  return lines && lines.values.length > 0 && lines.broken.length <= lines.values.length
    ? contentOfLines(path, lines)
    : contentOfValue(path, parseJson(path, text))
}

const contentOfLines = (path: string, { values, broken }: JsonLines): FileContent => ({
  kind: 'rows',
  rows: values.map(({ line, value }) => ({ number: line, where: lineAt(path, line), value })),
  broken,
})

/** What a file with `value` as its JSON holds. */
export function contentOfValue(path: string, value: JsonValue): FileContent {
  if (isObject(value)) return { kind: 'object', value }
  if (!Array.isArray(value)) return { kind: 'other' }
  const rows = value.map((entry, index) => ({
    number: index + 1,
    where: entryAt(path, index),
    value: entry,
  }))
  return { kind: 'rows', rows, broken: [] }
}
