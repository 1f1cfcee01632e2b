import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isObject, parseJson, findJsonFault, jsonIn } from './parse-json'
import { entryAt, lineAt, UnreadableFile } from './place'

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

/** A line that is not JSON. */
interface BrokenLine {
  /** From 1. */
  line: number
  why: string
}

interface JsonLines {
  values: { line: number; value: JsonValue }[]
  broken: BrokenLine[]
}

/** The values of JSON Lines and the lines that are not JSON. `first` is the value of the first line, if that is known. */
export function readJsonLines(text: string, first?: JsonValue): JsonLines {
  const values = first === undefined ? [] : [{ line: 1, value: first }]
  const broken: BrokenLine[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || (index === 0 && first !== undefined)) continue
    const value = jsonIn(line)
    if (value !== undefined) values.push({ line: index + 1, value })
    else if (isHopeless(broken.length, values.length)) break
    else {
      const fault = findJsonFault(line) ?? { offset: 0, why: 'it cannot be read' }
      broken.push({ line: index + 1, why: `at column ${fault.offset + 1}: ${fault.why}` })
    }
  }
  return { values, broken }
}

/** Whether so many lines are broken that the rest need not be looked at: this is something else. */
const isHopeless = (broken: number, sound: number): boolean => broken > 1_000 && broken > 2 * sound

/** The JSON Lines of a text that promises nothing: its first line is a whole JSON value, and more follows. */
function detectJsonLines(text: string): JsonLines | undefined {
  const end = text.indexOf('\n')
  if (end < 0 || !/\S/.test(text.slice(end))) return undefined
  const line = text.slice(0, end).trimEnd()
  const first = /[\]}]$/.test(line.slice(-1)) ? jsonIn(line) : undefined
  return first === undefined ? undefined : readJsonLines(text, first)
}
