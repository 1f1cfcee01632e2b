import type { CatalogImport } from '../domain/catalog/import'
import { alteredIn, brokenAmong } from './catalog/data-files'
import { unsearchedParts } from './catalog/unsearched'
import { distinctSets } from './golden/set-names'
import type { ImportOptions, ImportFormat } from './import-format'
import { once } from './reading/once'
import { isObject, parseJson } from './reading/parse-json'
import { placeOf, UnreadableFile } from './reading/place'
import type { SourceFile } from './reading/source-file'

export interface FormatCandidate {
  id: string
  title: string
  /** 0 … 1. */
  confidence: number
}

export interface CatalogImportOptions extends ImportOptions {
  /** A format's id; left out, the likeliest one. */
  format?: string
}

/** The files of one import. What was read to tell their format serves to import them as well. */
interface CatalogFiles {
  /** The formats that the files may be, likeliest first. */
  candidates(): FormatCandidate[]
  /**
   * The tools, golden sets and bundles that the files hold, with a report of what was skipped or
   * altered.
   * @throws UnreadableFile when a file as a whole cannot be read, or its format is not known.
   */
  read(options?: CatalogImportOptions): CatalogImport
}

/**
 * What `files` hold; nothing of them is read before it is needed.
 * @param known the formats that there are
 */
export function catalogIn(files: SourceFile[], known: readonly ImportFormat[]): CatalogFiles {
  const formats = known.map((format) => ({
    id: format.id,
    title: format.title,
    recognition: once(() => format.recognise(files)),
  }))
  const candidates = once(() =>
    formats
      .map(({ id, title, recognition }) => ({ id, title, confidence: recognition().confidence }))
      .filter(({ confidence }) => confidence > 0)
      .sort((one, other) => other.confidence - one.confidence),
  )
  return {
    candidates,
    read({ format: wanted, ...options } = {}) {
      if (files.length === 0) {
        const fix = 'Choose a folder that holds a catalog.'
        throw new UnreadableFile('folder', 'holds no files', fix)
      }
      const id = wanted ?? candidates()[0]?.id
      if (id === undefined) throw unknownFormat(files, known)
      const format = formats.find((candidate) => candidate.id === id)
      if (format) return finished(format.recognition().read(options), files, options)
      const ids = formats.map((candidate) => candidate.id).join(', ')
      throw new UnreadableFile(placeOf(files), `cannot be read as "${id}"`, `Use one of: ${ids}.`)
    },
  }
}

/**
 * What holds for every format: golden sets have names of their own, what is not searched is told,
 * so is what could not be kept as the files have it, and it is known who named the servers.
 */
function finished(
  imported: CatalogImport,
  files: readonly SourceFile[],
  { server }: ImportOptions,
): CatalogImport {
  const { sets, rows } = distinctSets(imported.goldenSets)
  return {
    ...imported,
    goldenSets: sets,
    report: [...imported.report, ...alteredIn(files), ...rows, ...unsearchedParts(imported.tools)],
    ...(server !== undefined && { saysServers: false }),
  }
}

/**
 * The error for files that no format recognises. A file that is broken says so itself; else what
 * was seen, and what can be read.
 */
function unknownFormat(files: SourceFile[], formats: readonly ImportFormat[]): UnreadableFile {
  const [first, ...others] = files
  const only = others.length === 0 ? first : undefined
  const fault = (only && faultOf(only)) ?? brokenAmong(files)
  if (fault) return fault
  const servers = files.find(isServerList)
  if (servers) {
    return new UnreadableFile(
      servers.path,
      'lists MCP servers, not their tools',
      'To read their tools: in the window Import → Connect a server, in the terminal pegboard sources add --config FILE.',
    )
  }
  const titles = formats.map(({ title }) => title).join(', ')
  return new UnreadableFile(
    placeOf(files),
    `holds no catalog of a known format${only ? seenIn(only) : ''}`,
    `Supported: ${titles}. For golden queries without tools, import them as a golden set.`,
  )
}

/** What keeps a lone file from being read as what its name or first character promises. */
function faultOf(file: SourceFile): UnreadableFile | undefined {
  const content = file.content()
  if (content.kind === 'broken') return content.error
  if (content.kind !== 'other') return undefined
  try {
    if (/^\s*($|[[{])/.test(file.text())) parseJson(file.path, file.text())
    return undefined
  } catch (error) {
    return error instanceof UnreadableFile ? error : undefined
  }
}

function isServerList(file: SourceFile): boolean {
  const content = file.content()
  return content.kind === 'object' && ('mcpServers' in content.value || 'servers' in content.value)
}

function seenIn(file: SourceFile): string {
  const content = file.content()
  if (content.kind === 'object') return ` (its keys: ${keysOf(content.value)})`
  if (content.kind !== 'rows') return ''
  const [row] = content.rows
  if (!row) return ' (its list is empty)'
  return isObject(row.value) ? ` (its entries have: ${keysOf(row.value)})` : ''
}

const keysOf = (value: object): string => Object.keys(value).slice(0, 12).join(', ') || 'none'
