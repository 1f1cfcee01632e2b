import { LabelOrigin, RewrittenQuery } from '../../domain/query/golden-set'
import type { JsonValue, JsonObject } from '../../domain/tool/tool'
import { causes, type Report } from '../catalog/report'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { brokenLines } from '../catalog/rows'
import { cleanJson, DEPTH_LIMIT } from '../reading/clean-json'
import type { Row } from '../reading/file-content'
import { isObject, jsonIn, type Alteration } from '../reading/parse-json'
import { UnreadableFile } from '../reading/place'
import type { SourceFile } from '../reading/source-file'
import { readGoldenTable, type GoldenMapping } from './golden-table'
import { setName } from './set-names'

/** A set as its file has it. */
export interface WrittenSet {
  name: string
  queries: LabelledQuery[]
}

/** The sets of one file and the shape they were written in. */
export interface GoldenFile {
  format: 'csv' | 'json' | 'messages'
  sets: WrittenSet[]
}

/**
 * One set per file, per split of a table, or per named set in JSON.
 * @param mapping for tables; left out: as their headers and cells look.
 * @throws UnreadableFile when there is none.
 */
export function readGoldenFile(
  file: SourceFile,
  report: Report,
  mapping?: GoldenMapping,
): GoldenFile {
  const content = file.content()
  if (content.kind === 'rows') {
    for (const row of brokenLines(file.path, content)) report.add(row)
    return readRows(file, content.rows, report)
  }
  if (content.kind === 'object') return readObject(file, content.value, report)
  if (content.kind === 'broken') throw content.error
  const splits = readGoldenTable(file, report, mapping)
  const name = setName(file.path)
  const sets = [...splits].map(([split, queries]) => ({ name: split || name, queries }))
  return { format: 'csv', sets }
}

function readObject(file: SourceFile, value: JsonValue, report: Report): GoldenFile {
  if (isConversation(value)) {
    return readRows(file, [{ number: 1, where: file.path, value }], report)
  }
  if (isObject(value) && Array.isArray(value.queries)) {
    const name = typeof value.name === 'string' && value.name.trim() ? value.name : undefined
    const rows = rowsIn(value.queries, file.path)
    const { format, sets } = readRows(file, rows, report)
    return { format, sets: sets.map((set) => ({ ...set, name: name ?? set.name })) }
  }
  throw unknownShape(file)
}

const rowsIn = (values: JsonValue[], path: string): Row[] =>
  values.map((value, index) => ({
    number: index + 1,
    where: `${path}, query ${index + 1}`,
    value,
  }))

function readRows(file: SourceFile, rows: Row[], report: Report): GoldenFile {
  const isSet = ({ value }: Row) => isObject(value) && Array.isArray(value.queries)
  if (rows.length > 0 && rows.every(isSet)) {
    const readings = rows.map(({ value }) => readObject(file, value, report))
    return { format: 'json', sets: readings.flatMap(({ sets }) => sets) }
  }
  const name = setName(file.path)
  if (rows.some(({ value }) => isConversation(value))) {
    return { format: 'messages', sets: [{ name, queries: readLog(rows, report) }] }
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

function readLog(rows: Row[], report: Report): LabelledQuery[] {
  return rows.flatMap(({ number, where, value }) => {
    if (isConversation(value)) {
      const id = typeof value.id === 'string' && value.id ? value.id : String(number)
      return readConversation(value, { where, id }, report)
    }
    report.add({ outcome: 'skipped', where, why: 'The entry is not a list of messages with roles' })
    return []
  })
}

const unknownShape = (file: SourceFile): UnreadableFile =>
  new UnreadableFile(
    file.path,
    'holds no golden queries',
    'Give a CSV with the columns query and tools, JSON like [{"query": "…", "tools": ["…"]}], or a log of {"messages": […]} with tool calls.',
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

/**
 * Whether `value` is a conversation in the shape of OpenAI's chat API: `{"messages": […]}` with
 * roles.
 */
const isConversation = (value: JsonValue): value is JsonObject =>
  isObject(value) &&
  Array.isArray(value.messages) &&
  value.messages.length > 0 &&
  value.messages.every((message) => isObject(message) && typeof message.role === 'string')

interface Turn {
  text: string
  calls: JsonValue[]
}

/**
 * Weak labels of one conversation: each user turn with the tools that the assistant called before
 * the next one. A turn without calls says nothing about which tools were right, and is left out.
 */
function readConversation(
  conversation: JsonObject,
  { where, id }: { where: string; id: string },
  report: Report,
): LabelledQuery[] {
  return turnsOf(cleanJson(conversation).value).flatMap((turn, index) => {
    const place = `${where}, user turn ${index + 1}`
    if (turn.calls.length === 0) {
      report.add({
        outcome: 'notice',
        where: place,
        why: 'The turn led to no tool call and was left out',
      })
      return []
    }
    const calls = turn.calls.flatMap((call) => readCall(call, place, report))
    return [
      {
        id: `${id}-${index + 1}`,
        text: turn.text,
        tools: calls.map(({ tool }) => tool),
        calls,
        origin: 'weak' as const,
        where: place,
      },
    ]
  })
}

function turnsOf({ messages }: JsonObject): Turn[] {
  const turns: Turn[] = []
  for (const message of Array.isArray(messages) ? messages : []) {
    if (!isObject(message)) continue
    if (message.role === 'user') turns.push({ text: messageText(message.content), calls: [] })
    if (message.role === 'assistant') turns.at(-1)?.calls.push(...callsOf(message))
  }
  return turns
}

/** Content is a string, or parts of which some are text. */
function messageText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.flatMap((part) =>
    isObject(part) && typeof part.text === 'string' ? [part.text] : [],
  )
  return texts.join('\n')
}

/** Tool calls, or the single function call that came before them. */
function callsOf({ tool_calls, function_call }: JsonObject): JsonValue[] {
  if (Array.isArray(tool_calls)) {
    return tool_calls.flatMap((call) =>
      isObject(call) ? [call.function ?? call.custom ?? {}] : [],
    )
  }
  return isObject(function_call) ? [function_call] : []
}

function readCall(
  call: JsonValue,
  where: string,
  report: Report,
): { tool: string; arguments: JsonObject }[] {
  if (!isObject(call) || typeof call.name !== 'string') {
    report.add({ outcome: 'altered', where, why: 'A tool call without a name was left out' })
    return []
  }
  const written = call.arguments ?? call.input ?? {}
  const altered: Alteration[] = []
  const values = typeof written === 'string' ? jsonIn(written.trim() || '{}', altered) : written
  for (const what of altered) report.add({ outcome: 'altered', where, ...what, entry: call.name })
  if (isObject(values)) return [{ tool: call.name, arguments: cleanJson(values).value }]
  const why = 'The arguments of a call are not a JSON object and were left out'
  report.add({ outcome: 'altered', where, entry: call.name, why })
  return [{ tool: call.name, arguments: {} }]
}
