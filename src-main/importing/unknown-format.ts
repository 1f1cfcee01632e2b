import { brokenAmong } from './catalog/data-files'
import type { ImportFormat } from './import-format'
import { isObject } from './reading/json-object'
import { parseJson } from './reading/parse-json'
import { placeOf } from './reading/place'
import type { SourceFile } from './reading/source-file'
import { UnreadableFile } from './reading/unreadable-file'

/** The error for files that no format recognises. A file that is broken says so itself; else what was seen, and what can be read. */
export function unknownFormat(files: SourceFile[], formats: ImportFormat[]): UnreadableFile {
  const [first, ...others] = files
  const only = others.length === 0 ? first : undefined
  const fault = (only && faultOf(only)) ?? brokenAmong(files)
  if (fault) return fault
  const servers = files.find(isServerList)
  if (servers) {
    return new UnreadableFile(
      servers.path,
      'lists MCP servers, not their tools',
      "Save each server's answer to tools/list as a JSON file and import those.",
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
