import { LabelOrigin, RewrittenQuery } from '../../domain/query/golden-set'
import type { JsonValue, JsonObject } from '../../domain/tool/tool'
import { causes, type Report } from '../catalog/report'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { brokenLines } from '../catalog/rows'
import { cleanJson, DEPTH_LIMIT } from '../reading/clean-json'
import type { Row } from '../reading/file-content'
import type { Exchange } from '../logs/exchanges'
import { answersIn, isOfLog, readLog } from '../logs/conversations'
import { logRows } from '../logs/log-rows'
import { LOG_TITLES } from '../logs/shapes'
import { isObject } from '../reading/parse-json'
import { UnreadableFile } from '../reading/place'
import type { SourceFile } from '../reading/source-file'
import { queriesOfLog } from './log-queries'
import { readGoldenTable, type GoldenMapping } from './golden-table'
import { setName } from './set-names'

/** A set as its file has it. */
export interface WrittenSet {
  name: string
  queries: LabelledQuery[]
  /** Its queries are known by their ids alone: what they ask is looked up in the workspace. */
  isWithoutTexts?: true
}

/** The sets of one file and the shape they were written in. */
export interface GoldenFile {
  format: 'csv' | 'json' | 'messages' | 'qrels'
  sets: WrittenSet[]
}

/** What is known beside a file. */
interface BesideFile {
  /** For tables; left out: as their headers and cells look. */
  mapping?: GoldenMapping | undefined
  /** Answers of another file to the requests of a log. */
  answers?: readonly Exchange[]
}

/**
 * One set per file, per split of a table, or per named set in JSON.
 * @throws UnreadableFile when there is none.
 */
export function readGoldenFile(
  file: SourceFile,
  report: Report,
  { mapping, answers = [] }: BesideFile = {},
): GoldenFile {
  const content = file.content()
  const reading = { report, answers }
  if (content.kind === 'rows') {
    for (const row of brokenLines(file.path, content)) report.add(row)
    return readRows(file, content.rows, reading)
  }
  if (content.kind === 'object') return readObject(file, content.value, reading)
  if (content.kind === 'broken') throw content.error
  const splits = readGoldenTable(file, report, mapping)
  const name = setName(file.path)
  const sets = [...splits].map(([split, queries]) => ({ name: split || name, queries }))
  return { format: 'csv', sets }
}

interface Reading {
  report: Report
  answers: readonly Exchange[]
}

function readObject(file: SourceFile, value: JsonValue, reading: Reading): GoldenFile {
  if (isObject(value) && Array.isArray(value.queries)) {
    const name = typeof value.name === 'string' && value.name.trim() ? value.name : undefined
    const rows = rowsIn(value.queries, file.path)
    const { format, sets } = readRows(file, rows, reading)
    return { format, sets: sets.map((set) => ({ ...set, name: name ?? set.name })) }
  }
  const rows = isObject(value) ? logRows(file.path, { kind: 'object', value }) : undefined
  if (rows) return readRows(file, rows, reading)
  throw unknownShape(file)
}

const rowsIn = (values: JsonValue[], path: string): Row[] =>
  values.map((value, index) => ({
    number: index + 1,
    where: `${path}, query ${index + 1}`,
    value,
  }))

function readRows(file: SourceFile, rows: Row[], reading: Reading): GoldenFile {
  const isSet = ({ value }: Row) => isObject(value) && Array.isArray(value.queries)
  if (rows.length > 0 && rows.every(isSet)) {
    const readings = rows.map(({ value }) => readObject(file, value, reading))
    return { format: 'json', sets: readings.flatMap(({ sets }) => sets) }
  }
  const name = setName(file.path)
  const { report, answers } = reading
  if (!rows.every(({ value }) => isGoldenQuery(value)) && rows.some(isOfLog)) {
    if (answersIn(rows).length > 0) throw onlyAnswers(file)
    const queries = queriesOfLog(readLog(rows, answers), report)
    return { format: 'messages', sets: [{ name, queries }] }
  }
  if (!rows.some(({ value }) => isGoldenQuery(value))) throw unknownShape(file)
  return { format: 'json', sets: [{ name, queries: readQueries(rows, report) }] }
}

function readQueries(rows: Row[], report: Report): LabelledQuery[] {
  const found = causes('entries')
  const queries = rows.flatMap(({ number, where, value }) => {
    if (isGoldenQuery(value)) {
      if (cleanJson(value).cut) {
        const why = `What was nested deeper than ${DEPTH_LIMIT} levels was cut off`
        found.add({ outcome: 'altered', where, why })
      }
      return [readGoldenQuery(value, { where, id: String(number), origin: 'human' })]
    }
    const why = 'The entry is not a golden query: it needs a text and its tools'
    found.add({ outcome: 'skipped', where, why })
    return []
  })
  found.report(report)
  return queries
}

const onlyAnswers = (file: SourceFile): UnreadableFile =>
  new UnreadableFile(
    file.path,
    'holds answers of a model without the requests that they answer',
    'Choose a folder that holds the file of requests as well.',
  )

const unknownShape = (file: SourceFile): UnreadableFile =>
  new UnreadableFile(
    file.path,
    'holds no golden queries',
    `Give a CSV with the columns query and tools, JSON like [{"query": "…", "tools": ["…"]}], judgements (qrels), or a log with tool calls: ${LOG_TITLES}.`,
  )

const TEXT_KEYS = ['text', 'query', 'question', 'user_query']
const ID_KEYS = ['id', 'query_id', 'qid']
const LABEL_KEYS = ['tools', 'tool', 'labels', 'golden_tools', 'expected_tools']
const TOOL_KEYS = ['tool_id', 'tool', 'name', 'id']
const GRADE_KEYS = ['relevance', 'grade']
const OTHER_KEYS = ['calls', 'grades', 'origin', 'rewritten', 'extra']
const KNOWN_KEYS = new Set([...TEXT_KEYS, ...ID_KEYS, ...LABEL_KEYS, ...OTHER_KEYS])

/** Whether `value` reads as a golden query: it has a text and says which tools answer it. */
const isGoldenQuery = (value: JsonValue): value is JsonObject =>
  isObject(value) &&
  typeof firstOf(value, TEXT_KEYS) === 'string' &&
  firstOf(value, LABEL_KEYS) !== undefined

/**
 * A golden query of our own shape or of the shapes tools near ours write; fields it does not know
 * go to `extra`.
 */
function readGoldenQuery(
  written: JsonObject,
  { where, id, origin }: { where: string; id: string; origin: LabelOrigin },
): LabelledQuery {
  const value = cleanJson(written).value
  const labels = readLabels(firstOf(value, LABEL_KEYS))
  const grades = { ...numbersOf(value.grades), ...labels.grades }
  const calls = readCalls(value.calls)
  const rewritten = RewrittenQuery.safeParse(value.rewritten)
  const lists = { ...listOf(value, 'turns'), ...listOf(value, 'tags') }
  const extra = {
    ...(isObject(value.extra) ? value.extra : {}),
    ...Object.fromEntries(
      Object.entries(value).filter(([key]) => !KNOWN_KEYS.has(key) && !isRead(value, key)),
    ),
  }
  return {
    id: textOf(firstOf(value, ID_KEYS)) ?? id,
    text: textOf(firstOf(value, TEXT_KEYS)) ?? '',
    tools: labels.tools,
    ...(Object.keys(grades).length > 0 && { grades }),
    ...(calls.length > 0 && { calls }),
    ...lists,
    origin: LabelOrigin.safeParse(value.origin).data ?? origin,
    ...(rewritten.success && { rewritten: rewritten.data }),
    ...(Object.keys(extra).length > 0 && { extra }),
    where,
  }
}

const LIST_KEYS = ['turns', 'tags']

/**
 * Whether a key holds nothing but texts, which are read as they are: of all else, `extra` keeps
 * what the file says.
 */
function isRead(value: JsonObject, key: string): boolean {
  const written = value[key]
  if (!LIST_KEYS.includes(key)) return false
  return Array.isArray(written) && written.every((one) => one === '' || textOf(one) !== undefined)
}

/** A list of texts by its key, where there is one; empty texts are left out. */
function listOf<Key extends string>(value: JsonObject, key: Key): Partial<Record<Key, string[]>> {
  const written = value[key]
  const texts = (Array.isArray(written) ? written : []).flatMap((one) => textOf(one) ?? [])
  return texts.length > 0 ? ({ [key]: texts } as Record<Key, string[]>) : {}
}

function firstOf(value: JsonObject, keys: string[]): JsonValue | undefined {
  const key = keys.find((candidate) => candidate in value)
  return key === undefined ? undefined : value[key]
}

const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' || isNumeric(value) ? String(value) || undefined : undefined

const isNumeric = (value: JsonValue | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/**
 * Labels as a name, a list of names, or a list of names with grades; a grade of 0 or less says "not
 * this tool".
 */
function readLabels(value: JsonValue | undefined): {
  tools: string[]
  grades: Record<string, number>
} {
  const tools: string[] = []
  const grades = new Map<string, number>()
  for (const label of Array.isArray(value) ? value : [value ?? []].flat()) {
    const tool = isObject(label) ? textOf(firstOf(label, TOOL_KEYS)) : textOf(label)
    const grade = isObject(label) ? firstOf(label, GRADE_KEYS) : undefined
    if (tool === undefined || Number(grade ?? 1) <= 0) continue
    tools.push(tool)
    if (isNumeric(grade)) grades.set(tool, Number(grade))
  }
  return { tools, grades: Object.fromEntries(grades) }
}

const numbersOf = (value: JsonValue | undefined): Record<string, number> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([key, number]) =>
      isNumeric(number) ? [[key, Number(number)] as const] : [],
    ),
  )

function readCalls(value: JsonValue | undefined): { tool: string; arguments: JsonObject }[] {
  if (!Array.isArray(value)) return []
  return value.filter(isObject).flatMap((call) => {
    const tool = textOf(firstOf(call, TOOL_KEYS))
    return tool === undefined
      ? []
      : [{ tool, arguments: isObject(call.arguments) ? call.arguments : {} }]
  })
}
