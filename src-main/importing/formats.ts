import type { CatalogImport } from '../domain/catalog-import'
import { anthropic } from './formats/anthropic'
import { beir } from './benchmarks/beir'
import { contentOf } from './reading/file-content'
import { ptr } from './benchmarks/ptr'
import { sealTools } from './benchmarks/seal-tools'
import { toole } from './benchmarks/toole'
import { toollinkos } from './benchmarks/toollinkos'
import { toolret } from './benchmarks/toolret'
import { isObject } from './reading/clean-json'
import { csv } from './formats/csv'
import { gemini } from './formats/gemini'
import type { ImportFormat, ImportOptions } from './import-format'
import { mcp } from './formats/mcp'
import { openai } from './formats/openai'
import { pegboard } from './formats/pegboard'
import { UnreadableFile } from './reading/source-file'
import type { SourceFile } from './reading/source-file'
import { isTableName, readTable } from './reading/table'

/** Every format that can be imported. Of equally sure ones the earlier wins. */
export const IMPORT_FORMATS: ImportFormat[] = [
  pegboard,
  openai,
  anthropic,
  gemini,
  mcp,
  csv,
  toole,
  sealTools,
  toollinkos,
  ptr,
  toolret,
  beir,
]

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

/** The formats that the files may be, likeliest first. @throws UnreadableFile when they are none, saying why. */
export function detectFormat(files: SourceFile[]): [FormatCandidate, ...FormatCandidate[]] {
  const [best, ...others] = IMPORT_FORMATS.map((format) => ({
    id: format.id,
    title: format.title,
    confidence: format.detect(files),
  }))
    .filter(({ confidence }) => confidence > 0)
    .sort((one, other) => other.confidence - one.confidence)
  if (!best) throw unknownFormat(files)
  return [best, ...others]
}

/**
 * The tools, golden sets and bundles that the files hold, with a report of what was skipped or altered.
 * @throws UnreadableFile when a file as a whole cannot be read, or its format is not known.
 */
export function importCatalog(
  files: SourceFile[],
  { format: wanted, ...options }: CatalogImportOptions = {},
): CatalogImport {
  if (files.length === 0) {
    throw new UnreadableFile('folder', 'holds no files', 'Choose a folder that holds a catalog.')
  }
  const id = wanted ?? detectFormat(files)[0].id
  const format = IMPORT_FORMATS.find((candidate) => candidate.id === id)
  if (format) return format.parse(files, options)
  const known = IMPORT_FORMATS.map((candidate) => candidate.id).join(', ')
  throw new UnreadableFile(pathOf(files), `cannot be read as "${id}"`, `Use one of: ${known}.`)
}

/** A file that is broken says so itself; else what was seen, and what can be read. */
function unknownFormat(files: SourceFile[]): UnreadableFile {
  const [first, ...others] = files
  if (first && others.length === 0) {
    const fault = faultOf(first)
    if (fault) return fault
  }
  for (const file of files) {
    const content = contentOf(file)
    if (content.kind === 'broken') return content.error
  }
  const titles = IMPORT_FORMATS.map(({ title }) => title).join(', ')
  if (files.some(isServerList)) {
    return new UnreadableFile(
      pathOf(files),
      'lists MCP servers, not their tools',
      "Save each server's answer to tools/list as a JSON file and import those.",
    )
  }
  const seen = files.length === 1 && first ? seenIn(first) : ''
  return new UnreadableFile(
    pathOf(files),
    `holds no catalog of a known format${seen}`,
    `Supported: ${titles}. For golden queries without tools, import them as a golden set.`,
  )
}

/** What keeps a lone file from being read as what its name or first character promises. */
function faultOf(file: SourceFile): UnreadableFile | undefined {
  try {
    const isPromised = /^\s*($|[[{])/.test(file.text())
    if (isPromised && contentOf(file).kind !== 'rows') file.json()
    else if (isTableName(file.path)) readTable(file)
    return undefined
  } catch (error) {
    return error instanceof UnreadableFile ? error : undefined
  }
}

function isServerList(file: SourceFile): boolean {
  const content = contentOf(file)
  return content.kind === 'object' && ('mcpServers' in content.value || 'servers' in content.value)
}

function seenIn(file: SourceFile): string {
  const content = contentOf(file)
  if (content.kind === 'object') return ` (its keys: ${keysOf(content.value)})`
  if (content.kind !== 'rows') return ''
  const [row] = content.rows
  if (!row) return ' (its list is empty)'
  return isObject(row.value) ? ` (its entries have: ${keysOf(row.value)})` : ''
}

const keysOf = (value: object): string => Object.keys(value).slice(0, 12).join(', ') || 'none'

const pathOf = (files: SourceFile[]): string => files[0]?.path ?? 'folder'
