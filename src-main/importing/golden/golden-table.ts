import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { causes, type Report } from '../catalog/report'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { unevenRows } from '../catalog/rows'
import {
  guessColumns,
  looksLikeLabels,
  looksLikeText,
  type ColumnSigns,
} from '../reading/guess-columns'
import { isObject, jsonIn, type Alteration } from '../reading/parse-json'
import { lineAt, UnreadableFile } from '../reading/place'
import type { SourceFile } from '../reading/source-file'
import { columnsText, listCell, readTable, type Table } from '../reading/table'

/** Which column of a table of golden queries holds what; names are the header's. */
export interface GoldenMapping {
  query: string
  /** One tool, or several separated by semicolons or as a JSON list. */
  tools: string
  id?: string | undefined
  relevance?: string | undefined
  split?: string | undefined
  tags?: string | undefined
  /** Says of a query that names no tool that none is right. */
  none?: string | undefined
  /** What was said before the query. */
  turns?: string | undefined
  calls?: string | undefined
}

const SIGNS: Record<keyof GoldenMapping, ColumnSigns> = {
  tools: {
    names: [
      'tools',
      'tool',
      'expectedtools',
      'goldentools',
      'labels',
      'toolid',
      'toolids',
      'expectedtool',
      'righttools',
      'righttool',
      'correcttools',
      'correcttool',
      'toolnames',
      'toolname',
      'label',
      'expected',
      'target',
      'answers',
      'answer',
      'apis',
      'api',
      'functions',
      'function',
    ],
    look: looksLikeLabels,
  },
  query: {
    names: [
      'query',
      'text',
      'question',
      'userquery',
      'prompt',
      'input',
      'utterance',
      'request',
      'userrequest',
      'usermessage',
      'message',
      'instruction',
      'task',
      'whatusersays',
    ],
    look: looksLikeText,
  },
  id: { names: ['id', 'queryid', 'qid'] },
  relevance: { names: ['relevance', 'grade', 'rating'] },
  split: { names: ['split', 'subset', 'fold', 'partition'] },
  tags: { names: ['tags', 'tag'] },
  none: { names: ['notoolisright', 'notool', 'notools', 'negative', 'isnegative'] },
  turns: { names: ['earlierturns', 'previousturns', 'priorturns'] },
  calls: { names: ['expectedcalls', 'toolcalls', 'expectedtoolcalls', 'functioncalls'] },
}

type Columns = Partial<GoldenMapping>

/** Which column of a table of golden queries seems to hold what. */
export const guessGoldenMapping = (header: string[], rows: string[][]): Columns =>
  guessColumns(header, rows, SIGNS)

/** Rows looked at to tell what columns hold that no name tells. */
const ROWS_LOOKED_AT = 50

/**
 * The golden queries of a table, by split (`''` where the table has none). With a column of
 * relevance a row is one judgement, and the rows of one query belong together.
 */
export function readGoldenTable(
  file: SourceFile,
  report: Report,
  mapping?: GoldenMapping,
): Map<string, LabelledQuery[]> {
  const table = readTable(file)
  const columns = mapping ?? columnsOf(table)
  const lacking = Object.values(columns).filter((column) => !table.header.includes(column))
  if (lacking.length > 0) {
    throw new UnreadableFile(
      file.path,
      `has no column ${lacking.map((column) => `"${column}"`).join(', ')}`,
      `Map the columns; there are: ${columnsText(table.header)}.`,
    )
  }
  if (columns.query === undefined || columns.tools === undefined) {
    throw new UnreadableFile(
      file.path,
      'has no columns of queries and tools',
      `Say which column holds the queries and which the tools; there are: ${columnsText(table.header)}.`,
    )
  }
  for (const row of unevenRows(file.path, table)) report.add(row)
  const splits = new Map<string, LabelledQuery[]>()
  const judged = new Map<string, LabelledQuery>()
  for (const { split, query } of readRows(file.path, table, { columns, report })) {
    const key = JSON.stringify([split, columns.id === undefined ? query.text : query.id])
    const earlier = columns.relevance === undefined ? undefined : judged.get(key)
    if (earlier) merge(earlier, query)
    else {
      judged.set(key, query)
      const queries = splits.get(split)
      if (queries) queries.push(query)
      else splits.set(split, [query])
    }
  }
  return splits
}

const columnsOf = ({ header, rows }: Table): Columns =>
  guessGoldenMapping(
    header,
    rows.slice(0, ROWS_LOOKED_AT).map(({ cells }) => cells),
  )

interface SplitQuery {
  split: string
  query: LabelledQuery
}

interface Reading {
  columns: Columns
  report: Report
}

function readRows(path: string, { header, rows }: Table, reading: Reading): SplitQuery[] {
  const { columns, report } = reading
  const known = new Set(Object.values(columns))
  const found = causes('rows')
  const queries = rows.flatMap(({ line, cells }): SplitQuery[] => {
    const cell = (column: string | undefined) =>
      column === undefined ? '' : (cells[header.indexOf(column)] ?? '')
    const extra = header.flatMap((column, at) =>
      known.has(column) || !cells[at] ? [] : [[column, cells[at]] as const],
    )
    const where = lineAt(path, line)
    const named = listCell(cell(columns.tools), /[;\n]/)
    const fault = columns.none === undefined ? undefined : noneFault(named, cell(columns.none))
    if (fault !== undefined) {
      found.add({ outcome: 'skipped', where, why: fault })
      return []
    }
    const query: LabelledQuery = {
      id: cell(columns.id).trim() || String(line),
      text: cell(columns.query).trim(),
      ...labelsOf(named, cell(columns.relevance)),
      ...besides(cell, columns, (why) => found.add({ outcome: 'altered', where, why })),
      origin: 'human',
      ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
      where,
    }
    return [{ split: cell(columns.split).trim(), query }]
  })
  found.report(report)
  return queries
}

/** Where a column says so, a query is one that no tool fits, and no other is. */
function noneFault(tools: readonly string[], cell: string): string | undefined {
  if (tools.length === 0 && !isYes(cell)) {
    return 'It names no tool, and does not say that none is right'
  }
  return tools.length > 0 && isYes(cell)
    ? 'It says that no tool is right, and names some'
    : undefined
}

/** What a row holds of a query besides its text and tools. */
function besides(
  cell: (column: string | undefined) => string,
  columns: Columns,
  alter: (why: string) => void,
): Pick<LabelledQuery, 'tags' | 'turns' | 'calls'> {
  const tags = tagsIn(cell(columns.tags))
  const turns = turnsIn(cell(columns.turns))
  const altered: Alteration[] = []
  const calls = callsIn(cell(columns.calls), altered)
  for (const { why } of altered) alter(why)
  if (!calls)
    alter('Its expected calls are not JSON like {"tool": "…", "arguments": {…}}: left out')
  return {
    ...(turns.length > 0 && { turns }),
    ...(tags.length > 0 && { tags }),
    ...(calls && calls.length > 0 && { calls }),
  }
}

/**
 * One relevance for all tools of the row, or one for each, separated as the tools are; 0 or less
 * says "not this tool".
 */
function labelsOf(tools: string[], relevance: string): Pick<LabelledQuery, 'tools' | 'grades'> {
  const written = listCell(relevance, /[;\n]/).map(Number)
  const graded = tools.map((tool, at) => ({ tool, grade: written[at] ?? written[0] }))
  const right = graded.filter(({ grade }) => grade === undefined || grade > 0)
  const grades = right.flatMap(({ tool, grade }) => (grade ? [[tool, grade] as const] : []))
  return {
    tools: right.map(({ tool }) => tool),
    ...(grades.length > 0 && { grades: Object.fromEntries(grades) }),
  }
}

function merge(query: LabelledQuery, { tools, grades }: LabelledQuery): void {
  query.tools.push(...tools)
  if (grades) query.grades = { ...query.grades, ...grades }
}

/** What a cell that says whether no tool is right holds; what is none of these says nothing. */
const YES = new Set(['yes', 'y', 'true', '1', 'x', 'negative', 'none'])

const isYes = (cell: string): boolean => YES.has(cell.trim().toLowerCase())

/** Tags, separated by semicolons, commas or lines, or as a JSON list; each once. */
const tagsIn = (cell: string): string[] => [...new Set(listCell(cell, /[;,\n]/))]

/** What was said before, a line each or as a JSON list, the oldest first. */
const turnsIn = (cell: string): string[] => listCell(cell, /\n/)

/** Expected calls as JSON, one or a list; undefined where the cell holds anything else. */
function callsIn(
  cell: string,
  altered: Alteration[],
): { tool: string; arguments: JsonObject }[] | undefined {
  if (cell.trim() === '') return []
  const value = jsonIn(cell, altered)
  const calls = Array.isArray(value) ? value : [value]
  const read = calls.map((call) => callIn(call, altered))
  return read.every((call) => call !== undefined) ? read : undefined
}

/** As our own files write a call, or as a model makes one. */
function callIn(value: JsonValue | undefined, altered: Alteration[]) {
  if (!isObject(value)) return undefined
  const tool = value.tool ?? value.name
  const written = value.arguments ?? {}
  const given = typeof written === 'string' ? jsonIn(written, altered) : written
  return typeof tool === 'string' && isObject(given) ? { tool, arguments: given } : undefined
}
