import type { ReportRow } from '../../domain/catalog/import'
import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { findJsonFault, isObject, jsonIn, parseJson, type Alteration } from './parse-json'
import { looseJson } from './loose-json'
import { parseYaml } from './parse-yaml'
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
  | { kind: 'rows'; rows: Row[]; broken: BrokenLine[]; altered?: ReportRow[] }
  | { kind: 'object'; value: JsonObject; altered?: ReportRow[] }
  /** The name promises JSON that the file does not hold. */
  | { kind: 'broken'; error: UnreadableFile }
  | { kind: 'other' }

const JSON_NAME = /\.(json|jsonl|ndjson)$/i
const YAML_NAME = /\.ya?ml$/i
/** How a list begins that may be one of tools. */
const YAML_LIST =
  /^(?:tools|functions|actions)[ \t]*:|^[ \t]*-[ \t]+(?:name|tool_name|function)[ \t]*:/m
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
  if (YAML_NAME.test(path) && YAML_LIST.test(text)) return contentOfYaml(path, text)
  if (!/^\s*[[{]/.test(text)) {
    // A truncated or empty .json file is worth an error; a README is not.
    return isPromised
      ? contentOfDocument(path, text)
      : (contentOfLoose(path, text) ?? { kind: 'other' })
  }
  const lines = LINES_NAME.test(path) ? readJsonLines(text) : detectJsonLines(text)
  // One JSON document may be spread over lines, under a name that promises JSON Lines.
  return lines && lines.values.length > 0 && lines.broken.length <= lines.values.length
    ? contentOfLines(path, lines)
    : contentOfDocument(path, text)
}

function contentOfDocument(path: string, text: string): FileContent {
  const altered: Alteration[] = []
  try {
    const content = contentOfValue(path, parseJson(path, text, altered))
    return withAltered(content, alteredRows(altered, path))
  } catch (error) {
    const loose = contentOfLoose(path, text)
    if (loose) return loose
    throw error
  }
}

/** Characters of a list in YAML that is read as one. */
const LONGEST_YAML = 16 * 1024 * 1024

/** A list of tools in YAML; documents of APIs are read by their own formats. */
function contentOfYaml(path: string, text: string): FileContent {
  if (text.length > LONGEST_YAML) return { kind: 'other' }
  const altered: Alteration[] = []
  try {
    const content = contentOfValue(path, parseYaml(path, text, altered))
    return withAltered(content, alteredRows(altered, path))
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'broken', error }
    throw error
  }
}

/** What is nearly JSON. */
function contentOfLoose(path: string, text: string): FileContent | undefined {
  const altered: Alteration[] = []
  const loose = looseJson(path, text, altered)
  const [only] = loose?.values ?? []
  if (!loose || only === undefined) return undefined
  const content =
    loose.values.length === 1 && !Array.isArray(only)
      ? contentOfValue(path, only)
      : contentOfValue(path, loose.isWhole ? only : loose.values)
  return withAltered(content, alteredRows(altered, path))
}

const withAltered = (content: FileContent, altered: ReportRow[]): FileContent =>
  altered.length > 0 && (content.kind === 'rows' || content.kind === 'object')
    ? { ...content, altered }
    : content

/** What the report is to say of values that could not be kept as they are. */
export const alteredRows = (altered: readonly Alteration[], where: string): ReportRow[] =>
  altered.map((what) => ({ outcome: 'altered', where, ...what }))

const contentOfLines = (path: string, { values, broken, altered = [] }: JsonLines): FileContent =>
  withAltered(
    {
      kind: 'rows',
      rows: values.map(({ line, value }) => ({ number: line, where: lineAt(path, line), value })),
      broken,
    },
    altered.flatMap(({ line, what }) => alteredRows(what, lineAt(path, line))),
  )

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
  altered?: { line: number; what: Alteration[] }[]
}

interface ReadLine {
  value: JsonValue | undefined
  what: Alteration[]
}

function readLine(line: string): ReadLine {
  const what: Alteration[] = []
  return { value: jsonIn(line, what), what }
}

/**
 * The values of JSON Lines and the lines that are not JSON. `first` is what the first line holds,
 * if that is known.
 */
export function readJsonLines(text: string, first?: ReadLine): JsonLines {
  const values: JsonLines['values'] = []
  const broken: BrokenLine[] = []
  const altered: NonNullable<JsonLines['altered']> = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const { value, what } = (index === 0 && first) || readLine(line)
    if (what.length > 0) altered.push({ line: index + 1, what })
    if (value !== undefined) values.push({ line: index + 1, value })
    else if (isHopeless(broken.length, values.length)) break
    else {
      const fault = findJsonFault(line) ?? { offset: 0, why: 'it cannot be read' }
      broken.push({ line: index + 1, why: `at column ${fault.offset + 1}: ${fault.why}` })
    }
  }
  return { values, broken, ...(altered.length > 0 && { altered }) }
}

/** Whether so many lines are broken that the rest need not be looked at: this is something else. */
const isHopeless = (broken: number, sound: number): boolean => broken > 1_000 && broken > 2 * sound

/**
 * The JSON Lines of a text that promises nothing: its first line is a whole JSON value, and more
 * follows.
 */
function detectJsonLines(text: string): JsonLines | undefined {
  const end = text.indexOf('\n')
  if (end < 0 || !/\S/.test(text.slice(end))) return undefined
  const line = text.slice(0, end).trimEnd()
  const first = /[\]}]$/.test(line.slice(-1)) ? readLine(line) : undefined
  return first?.value === undefined ? undefined : readJsonLines(text, first)
}
