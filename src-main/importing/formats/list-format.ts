import type { JsonValue } from '../../domain/tool/tool'
import { addAnyTool, anyTool } from '../catalog/any-tool'
import { collectTools, type ToolCollector } from '../catalog/collect-tools'
import { brokenAmong, pathsOf } from '../catalog/data-files'
import { importReport, type Report } from '../catalog/report'
import { brokenLines } from '../catalog/rows'
import type { FormatReading, ImportFormat, ImportOptions } from '../import-format'
import { parseJson } from '../reading/parse-json'
import { placeOf, UnreadableFile } from '../reading/place'
import type { SourceFile } from '../reading/source-file'

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
  /**
   * The list inside a wrapper such as `{"tools": […]}`; undefined where `value` is an entry itself.
   */
  entriesOf(value: JsonValue): JsonValue[] | undefined
  /**
   * How surely an entry is of this format, 0 … 1. @param isWhole whether it is all that the file
   * holds: many things that are no tools have a name and a description
   */
  likeness(entry: JsonValue, isWhole: boolean): number
  /** Files the tools of an entry, or says in the report why not. */
  read(entry: JsonValue, target: EntryTarget): void
  /**
   * The parts of a value that are of servers of their own, each with its name. Without it, a value
   * is one part.
   */
  partsOf?(value: JsonValue): ListPart[]
  /** The server of what a file holds under no other server's name, where nobody named one. */
  serverOf?(file: SourceFile): NamedByPlace | undefined
}

/** A server’s name as the name of a file or folder gives it, and that name as it is written. */
export interface NamedByPlace {
  name: string
  written: string
}

/** A part of a file; its server's name holds for what follows without one as well. */
export interface ListPart {
  value: JsonValue
  server?: string
}

export const listFormat = (format: ListFormat): ImportFormat => ({
  id: format.id,
  title: format.title,
  fileByFile: true,
  recognise(files) {
    const judged = files.map((file) => ({ file, likeness: likenessOf(file, format) }))
    const alike = judged.filter(({ likeness }) => likeness > 0).map(({ file }) => file)
    return {
      confidence: Math.max(0, ...judged.map(({ likeness }) => likeness)),
      read: (options) => readFiles(files, { format, alike, options }),
    }
  },
})

interface Reading {
  format: ListFormat
  /**
   * The files that look like the format; none where someone names a format that detection did not
   * see.
   */
  alike: SourceFile[]
  options: ImportOptions
}

function readFiles(files: SourceFile[], { format, alike, options }: Reading): FormatReading {
  const report = importReport()
  const tools = collectTools(format.id, report)
  const used = alike.length > 0 ? alike : files.filter(isJson)
  if (used.length === 0) throw unreadable(files, format)
  for (const file of used) readFile(file, { format, options, tools, report })
  return {
    format: format.id,
    tools: tools.tools,
    goldenSets: [],
    bundles: [],
    report: report.rows(),
    used: pathsOf(used),
    ...tools.account(),
  }
}

interface FileTarget extends Pick<Reading, 'format' | 'options'> {
  tools: ToolCollector
  report: Report
}

function readFile(file: SourceFile, { format, options, tools, report }: FileTarget): void {
  const named = options.server === undefined ? format.serverOf?.(file) : undefined
  const fileServer = options.server ?? named?.name
  const content = file.content()
  if (content.kind === 'rows') {
    for (const row of brokenLines(file.path, content)) tools.refuse(row)
  }
  let isNamed = true
  for (const { value, where, server } of entriesIn(file, format)) {
    isNamed &&= server !== undefined
    const target = { where, server: server ?? fileServer, tools, report }
    // One list may hold entries of several kinds.
    const isOther = format.likeness(value, false) === 0 && anyTool(value)?.saysParameters === true
    if (isOther) addAnyTool(value, target)
    else format.read(value, target)
  }
  if (named && !isNamed) reportShortened(named, file, report)
}

/** Says where a server has not the whole name that gave it. */
function reportShortened(
  { name, written }: NamedByPlace,
  { path }: SourceFile,
  report: Report,
): void {
  if (name === written) return
  const why = `Its tools are of the server “${name}”, as “${written}” says beside what is in the file`
  const fix = 'Name the server at the import where it is called otherwise.'
  report.add({ outcome: 'notice', where: path, entry: name, why, fix })
}

const isJson = (file: SourceFile): boolean => ['rows', 'object'].includes(file.content().kind)

/** A lone file says itself what is wrong with it. */
function unreadable(files: SourceFile[], { title }: ListFormat): UnreadableFile {
  const [first, ...others] = files
  if (first && others.length === 0) parseJson(first.path, first.text())
  const fix = `Choose a file of ${title}, in JSON or JSON Lines.`
  return brokenAmong(files) ?? new UnreadableFile(placeOf(files), 'holds no list in JSON', fix)
}

function likenessOf(file: SourceFile, format: ListFormat): number {
  let sum = 0
  let count = 0
  const content = file.content()
  for (const { value } of entriesIn(file, format)) {
    sum += format.likeness(value, content.kind === 'object' && content.value === value)
    count += 1
    if (count === SAMPLE) break
  }
  return count === 0 ? 0 : sum / count
}

interface Entry {
  value: JsonValue
  where: string
  server?: string
}

/** One by one, for a sample needs only the first of them. */
function* entriesIn(file: SourceFile, format: ListFormat): Generator<Entry> {
  const content = file.content()
  const whole = content.kind === 'object' ? [{ value: content.value, where: file.path }] : []
  let server: string | undefined
  for (const { value, where } of content.kind === 'rows' ? content.rows : whole) {
    for (const part of format.partsOf?.(value) ?? [{ value }]) {
      server = part.server ?? server
      yield* unwrap({ value: part.value, where, ...(server !== undefined && { server }) }, format)
    }
  }
}

function* unwrap({ value, where, ...named }: Entry, format: ListFormat): Generator<Entry> {
  const entries = format.entriesOf(value)
  if (!entries) yield { value, where, ...named }
  else {
    for (const [index, entry] of entries.entries()) {
      yield { value: entry, where: `${where}, entry ${index + 1}`, ...named }
    }
  }
}

/**
 * What lists under `keys` hold, in `value` itself or in a request `body` or `config` around
 * it.
 */
export function listUnder(value: JsonValue, keys: string[]): JsonValue[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const lists = keys.flatMap((key) => {
    const list = value[key]
    return Array.isArray(list) ? [list] : []
  })
  if (lists.length > 0) return lists.flat()
  for (const envelope of ['body', 'config', 'request']) {
    const inner = value[envelope]
    const list = inner === undefined ? undefined : listUnder(inner, keys)
    if (list) return list
  }
  return undefined
}

/** Reports an entry that is no tool definition of the format. */
export function skipForeign(value: JsonValue, { where, tools }: EntryTarget, title: string): void {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value).slice(0, 8) : []
  const has = keys.length > 0 ? ` (it has ${keys.join(', ')})` : ''
  tools.refuse({ where, why: `The entry is not in the format "${title}"${has}` })
}

/** Reports a tool that the provider runs itself: there is no definition to find it by. */
export function skipHosted(type: string, { where, report }: EntryTarget): void {
  const why = `"${type}" is a tool that the provider hosts: there is no definition to find it by`
  report.add({ outcome: 'skipped', where, entry: type, why })
}
