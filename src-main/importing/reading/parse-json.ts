import type { JsonValue } from '../../domain/tool'
import { findJsonFault } from './json-fault'
import { UnreadableFile } from './unreadable-file'

/** @throws UnreadableFile naming the line and column at which `text` stops being JSON. */
export function parseJson(path: string, text: string): JsonValue {
  if (text.trim() === '') {
    throw new UnreadableFile(path, 'is empty', 'Choose a file that holds a catalog.')
  }
  try {
    return readJson(text)
  } catch (error) {
    const fault = findJsonFault(text) ?? { offset: 0, why: (error as Error).message }
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

/** Half of a pair of units that make one character, written as an escape: alone, no file or table can hold it. */
const HALF_CHARACTER = /\\u[dD][89a-fA-F]/

/** @throws SyntaxError */
const readJson = (text: string): JsonValue =>
  JSON.parse(text, HALF_CHARACTER.test(text) ? wellFormed : undefined) as JsonValue

function wellFormed(_: string, value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (Object.keys(value).every((key) => key.isWellFormed())) return value
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key.toWellFormed(), of]))
}

/** The value of a text that may be JSON, such as a cell or a field; undefined where it is not. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    return readJson(text)
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
