import type { JsonValue } from '../../domain/tool'
import { causes } from '../catalog/causes'
import type { Report } from '../catalog/report'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { brokenLines } from '../catalog/rows'
import type { Row } from '../reading/file-content'
import { isObject } from '../reading/json-object'
import type { SourceFile } from '../reading/source-file'
import { UnreadableFile } from '../reading/unreadable-file'
import { isGoldenQuery, readGoldenQuery } from './golden-query'
import { readGoldenTable, type GoldenMapping } from './golden-table'
import { isConversation, readConversation } from './message-log'
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
