import type { JsonValue } from '../../domain/tool'
import { findJsonFault } from './json-fault'
import { parseSoundJson } from './sound-json'
import { UnreadableFile } from './unreadable-file'

/** As {@link parseSoundJson} reads it. @throws UnreadableFile naming the line and column at which `text` stops being JSON. */
export function parseJson(path: string, text: string): JsonValue {
  if (text.trim() === '') {
    throw new UnreadableFile(path, 'is empty', 'Choose a file that holds a catalog.')
  }
  try {
    return parseSoundJson(text)
  } catch {
    const fault = findJsonFault(text) ?? { offset: 0, why: 'it is nested too deep to be read' }
    const { line, column } = placeIn(text, fault.offset)
    throw new UnreadableFile(
      path,
      `is not valid JSON at line ${line}, column ${column}: ${fault.why}`,
      fault.offset >= text.length
        ? 'The file ends too early: export or download it again.'
        : 'Correct the file there and import it again.',
    )
  }
}

/** The value of a text that may be JSON, such as a cell or a field, as {@link parseSoundJson} reads it; undefined where it is not. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    return parseSoundJson(text)
  } catch {
    return undefined
  }
}

/** Line and column of an offset, both from 1. */
function placeIn(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1 }
}
