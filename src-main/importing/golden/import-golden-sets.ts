import type { ReportRow } from '../../domain/catalog-import'
import type { GoldenSet } from '../../domain/golden-set'
import type { JsonValue, Tool } from '../../domain/tool'
import { contentOf } from '../reading/file-content'
import type { Row } from '../reading/file-content'
import { setName } from './set-names'
import { isObject } from '../reading/clean-json'
import { isGoldenQuery, readGoldenQuery } from './golden-query'
import { readGoldenTable } from './golden-table'
import { isConversation, readConversation } from './message-log'
import { importReport, lineAt } from '../catalog/report'
import type { Report } from '../catalog/report'
import { labelIndex, resolveQueries } from '../catalog/resolve-labels'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { UnreadableFile } from '../reading/source-file'
import type { SourceFile } from '../reading/source-file'

export interface GoldenImport {
  format: 'csv' | 'json' | 'messages'
  goldenSets: GoldenSet[]
  report: ReportRow[]
}

/** A set as its file has it. */
export interface WrittenSet {
  name: string
  queries: LabelledQuery[]
}

interface Reading {
  format: GoldenImport['format']
  sets: WrittenSet[]
}

/**
 * Golden sets on their own, for the tools of a catalog: tables, JSON and JSON Lines of queries, or logs of messages
 * with tool calls, whose labels are weak. One set per file, per split of a table, or per named set in JSON.
 * @throws UnreadableFile when a file is none of these.
 */
export function importGoldenSets(files: SourceFile[], tools: Tool[]): GoldenImport {
  const report = importReport()
  const index = labelIndex(tools)
  const readings = files.map((file) => readFile(file, report))
  const goldenSets = readings.flatMap(({ sets }) =>
    sets.flatMap(({ name, queries }) => {
      const resolved = resolveQueries(queries, index, report)
      return resolved.length > 0 ? [{ name, queries: resolved }] : []
    }),
  )
  return { format: readings[0]?.format ?? 'json', goldenSets, report: report.rows() }
}

function readFile(file: SourceFile, report: Report): Reading {
  const content = contentOf(file)
  if (content.kind === 'rows') {
    for (const { line, why } of content.broken) {
      report.add({ outcome: 'skipped', where: lineAt(file.path, line), why: `No JSON ${why}` })
    }
    return readRows(file, content.rows, report)
  }
  if (content.kind === 'object') return readObject(file, content.value, report)
  if (content.kind === 'broken') throw content.error
  const splits = readGoldenTable(file, report)
  const name = setName(file.path)
  const sets = [...splits].map(([split, queries]) => ({ name: split || name, queries }))
  return { format: 'csv', sets }
}

/** The sets of a JSON file of our own: a list of queries is called `name`, an object `{name, queries}` as it says. */
export function readNamedSets(file: SourceFile, name: string, report: Report): WrittenSet[] {
  const { sets } = readFile(file, report)
  const content = contentOf(file)
  return content.kind === 'rows' ? sets.map((set) => ({ ...set, name })) : sets
}

function readObject(file: SourceFile, value: JsonValue, report: Report): Reading {
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

function readRows(file: SourceFile, rows: Row[], report: Report): Reading {
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
  return rows.flatMap(({ number, where, value }) => {
    if (isGoldenQuery(value)) {
      return [readGoldenQuery(value, { where, id: String(number), origin: 'human' })]
    }
    const why = 'The entry is no golden query: it needs a text and its tools'
    report.add({ outcome: 'skipped', where, why })
    return []
  })
}

function readLog(rows: Row[], report: Report): LabelledQuery[] {
  return rows.flatMap(({ number, where, value }) => {
    if (isConversation(value)) {
      const id = typeof value.id === 'string' && value.id ? value.id : String(number)
      return readConversation(value, { where, id }, report)
    }
    report.add({ outcome: 'skipped', where, why: 'The entry is no list of messages with roles' })
    return []
  })
}

const unknownShape = (file: SourceFile): UnreadableFile =>
  new UnreadableFile(
    file.path,
    'holds no golden queries',
    'Give a CSV with the columns query and tools, JSON like [{"query": "…", "tools": ["…"]}], or a log of {"messages": […]} with tool calls.',
  )
