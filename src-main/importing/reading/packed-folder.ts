import type { JsonValue } from '../../domain/tool'
import { isObject } from './clean-json'
import type { SourceFile } from './source-file'

/**
 * The files of an export that holds a whole folder: one JSON object of path → content, every path ending in `.json`.
 * Undefined where `files` is anything else. Never throws.
 */
export function unpackFolder(files: SourceFile[]): SourceFile[] | undefined {
  const [file, ...others] = files
  if (!file || others.length > 0) return undefined
  if (!folders.has(file)) folders.set(file, unpack(file))
  return folders.get(file)
}

/** Detection and import ask for the same files, which each cache what they hold. */
const folders = new WeakMap<SourceFile, SourceFile[] | undefined>()

function unpack(file: SourceFile): SourceFile[] | undefined {
  if (!/^\s*\{\s*"[^"]*\.json"/.test(startOf(file))) return undefined
  const value = readOrUndefined(file)
  if (!isObject(value)) return undefined
  const entries = Object.entries(value)
  if (!entries.every(([path]) => path.endsWith('.json'))) return undefined
  return entries.map(([path, content]) => jsonFile(path, content))
}

function startOf(file: SourceFile): string {
  try {
    return file.text().slice(0, 1000)
  } catch {
    return ''
  }
}

function readOrUndefined(file: SourceFile): JsonValue | undefined {
  try {
    return file.json()
  } catch {
    return undefined
  }
}

function jsonFile(path: string, content: JsonValue): SourceFile {
  const text = () => JSON.stringify(content)
  return {
    path,
    size: 0,
    text,
    json: () => content,
    jsonLines: () => ({ values: [{ line: 1, value: content }], broken: [] }),
  }
}
