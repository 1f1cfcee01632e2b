import type { JsonValue } from '../../domain/tool'
import { decodeText } from './decode-text'
import { findJsonFault } from './json-fault'
import { parseJson } from './parse-json'

export { UnreadableFile } from './unreadable-file'

/** A JSON value and the line it stood in (1-based). */
export interface JsonLine {
  line: number
  value: JsonValue
}

/** One file of an import: its bytes, read as text or JSON once and on demand. */
export interface SourceFile {
  /** Relative to what the user named, with `/`. */
  readonly path: string
  readonly size: number
  /** Decoded by byte order mark, else UTF-8. @throws UnreadableFile when the bytes are no text. */
  text(): string
  /** @throws UnreadableFile with line and column. */
  json(): JsonValue
  /** The values of a JSON Lines file and the lines that are none. */
  jsonLines(): { values: JsonLine[]; broken: { line: number; why: string }[] }
}

/** `bytes` is not copied: the caller leaves it alone afterwards. */
export function sourceFile(path: string, bytes: Uint8Array): SourceFile {
  const text = once(() => decodeText(path, bytes))
  return {
    path,
    size: bytes.byteLength,
    text,
    json: once(() => parseJson(path, text())),
    jsonLines: once(() => readJsonLines(text())),
  }
}

function readJsonLines(text: string): ReturnType<SourceFile['jsonLines']> {
  const values: JsonLine[] = []
  const broken: { line: number; why: string }[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    try {
      values.push({ line: index + 1, value: JSON.parse(line) as JsonValue })
    } catch {
      const fault = findJsonFault(line) ?? { offset: 0, why: 'it cannot be read' }
      const why = `at column ${fault.offset + 1}: ${fault.why}`
      broken.push({ line: index + 1, why })
    }
  }
  return { values, broken }
}

/** Computes on the first call; what that gave or threw is what every later call gives or throws. */
function once<T>(compute: () => T): () => T {
  let outcome: { value: T } | { error: unknown } | undefined
  return () => {
    outcome ??= attempt(compute)
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
}

function attempt<T>(compute: () => T): { value: T } | { error: unknown } {
  try {
    return { value: compute() }
  } catch (error) {
    return { error }
  }
}
