import type { JsonValue } from '../../domain/tool'
import { contentOf, missingCatalog, reportUnused } from '../reading/file-content'
import type { ImportFormat, ImportOptions } from '../import-format'
import { importReport, lineAt } from '../catalog/report'
import type { Report } from '../catalog/report'
import type { SourceFile } from '../reading/source-file'
import { collectTools } from '../catalog/collect-tools'
import type { ToolCollector } from '../catalog/collect-tools'

/** Entries looked at in each file to recognise its format. */
const SAMPLE = 50

/** Where an entry stands and where what is read of it goes. */
export interface EntryTarget {
  where: string
  server?: string
  tools: ToolCollector
  report: Report
}

/** A format whose files are lists of entries, bare or wrapped, in JSON or JSON Lines. */
export interface ListFormat {
  id: string
  title: string
  /** The list inside a wrapper such as `{"tools": […]}`; undefined where `value` is an entry itself. */
  entriesOf(value: JsonValue): JsonValue[] | undefined
  /** How surely an entry is of this format, 0 … 1. */
  likeness(entry: JsonValue): number
  /** Files the tools of an entry, or says in the report why not. */
  read(entry: JsonValue, target: EntryTarget): void
  /** The server of a whole file, where the format takes it from there. */
  serverOf?(file: SourceFile, files: SourceFile[], options: ImportOptions): string | undefined
}

export function listFormat(format: ListFormat): ImportFormat {
  return {
    id: format.id,
    title: format.title,
    detect: (files) => Math.max(0, ...files.map((file) => likenessOf(file, format))),
    parse(files, options) {
      const report = importReport()
      const tools = collectTools(format.id, report)
      const alike = files.filter((file) => likenessOf(file, format) > 0)
      const used = (alike.length > 0 ? alike : files).filter(isReadable)
      if (used.length === 0) throw unreadable(files, format)
      for (const file of used) {
        const server = format.serverOf?.(file, used, options) ?? options.server
        for (const { value, where } of entriesIn(file, format, report)) {
          format.read(value, { where, server, tools, report })
        }
      }
      reportUnused(files, used, report)
      return {
        format: format.id,
        tools: tools.tools,
        goldenSets: [],
        bundles: [],
        report: report.rows(),
      }
    },
  }
}

interface Entry {
  value: JsonValue
  where: string
}

const isReadable = (file: SourceFile): boolean => ['rows', 'object'].includes(contentOf(file).kind)

/** A lone file says itself what is wrong with it. */
function unreadable(files: SourceFile[], { title }: ListFormat): Error {
  const [first, ...others] = files
  if (first && others.length === 0) first.json()
  return missingCatalog(files, `a JSON file of ${title}`)
}

function likenessOf(file: SourceFile, format: ListFormat): number {
  const sample = entriesIn(file, format).slice(0, SAMPLE)
  if (sample.length === 0) return 0
  return sample.reduce((sum, { value }) => sum + format.likeness(value), 0) / sample.length
}

function entriesIn(file: SourceFile, format: ListFormat, report?: Report): Entry[] {
  const content = contentOf(file)
  if (content.kind === 'object') return unwrap({ value: content.value, where: file.path }, format)
  if (content.kind !== 'rows') return []
  for (const { line, why } of content.broken) {
    const fix = 'Correct the line and import the file again.'
    report?.add({ outcome: 'skipped', where: lineAt(file.path, line), why: `No JSON ${why}`, fix })
  }
  return content.rows.flatMap((row) => unwrap(row, format))
}

function unwrap({ value, where }: Entry, format: ListFormat): Entry[] {
  const entries = format.entriesOf(value)
  if (!entries) return [{ value, where }]
  return entries.map((entry, index) => ({ value: entry, where: `${where}, entry ${index + 1}` }))
}

/** The list found under one of `keys`, in `value` itself or in a request `body` or `config` around it. */
export function listUnder(value: JsonValue, keys: string[]): JsonValue[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  for (const key of keys) {
    const list = value[key]
    if (Array.isArray(list)) return list
  }
  for (const envelope of ['body', 'config', 'request']) {
    const inner = value[envelope]
    const list = inner === undefined ? undefined : listUnder(inner, keys)
    if (list) return list
  }
  return undefined
}

/** Reports an entry that is no tool definition of the format. */
export function skipForeign(value: JsonValue, { where, report }: EntryTarget, title: string): void {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value).slice(0, 8) : []
  const has = keys.length > 0 ? ` (it has ${keys.join(', ')})` : ''
  report.add({ outcome: 'skipped', where, why: `The entry is no tool of ${title}${has}` })
}

/** Reports a tool that the provider runs itself: there is no definition to find it by. */
export function skipHosted(type: string, { where, report }: EntryTarget): void {
  const why = `"${type}" is a tool the provider hosts; it has no definition to be found by`
  report.add({ outcome: 'skipped', where, entry: type, why })
}
