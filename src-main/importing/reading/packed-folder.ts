import { valueFile } from './source-file'
import type { SourceFile } from './source-file'

/**
 * The files of an export that holds a whole folder: one JSON object of path → content, every path ending in `.json`.
 * Undefined where `files` is anything else. Never throws.
 */
export function unpackFolder(files: SourceFile[]): SourceFile[] | undefined {
  const [file, ...others] = files
  const content = file?.content()
  if (content?.kind !== 'object' || others.length > 0) return undefined
  const entries = Object.entries(content.value)
  const isFolder = entries.length > 0 && entries.every(([path]) => path.endsWith('.json'))
  return isFolder ? entries.map(([path, value]) => valueFile(path, value)) : undefined
}
