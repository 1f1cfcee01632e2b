import type { JsonValue } from '../../domain/tool'
import { findJsonFault } from './json-fault'
import { jsonIn } from './parse-json'

/** A line that is not JSON. */
export interface BrokenLine {
  /** From 1. */
  line: number
  why: string
}

export interface JsonLines {
  values: { line: number; value: JsonValue }[]
  broken: BrokenLine[]
}

/** The values of JSON Lines and the lines that are not JSON. `first` is the value of the first line, if that is known. */
export function readJsonLines(text: string, first?: JsonValue): JsonLines {
  const values = first === undefined ? [] : [{ line: 1, value: first }]
  const broken: BrokenLine[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || (index === 0 && first !== undefined)) continue
    const value = jsonIn(line)
    if (value !== undefined) values.push({ line: index + 1, value })
    else if (isHopeless(broken.length, values.length)) break
    else {
      const fault = findJsonFault(line) ?? { offset: 0, why: 'it cannot be read' }
      broken.push({ line: index + 1, why: `at column ${fault.offset + 1}: ${fault.why}` })
    }
  }
  return { values, broken }
}

/** Whether so many lines are broken that the rest need not be looked at: this is something else. */
const isHopeless = (broken: number, sound: number): boolean => broken > 1_000 && broken > 2 * sound

/** The JSON Lines of a text that promises nothing: its first line is a whole JSON value, and more follows. */
export function detectJsonLines(text: string): JsonLines | undefined {
  const end = text.indexOf('\n')
  if (end < 0 || !/\S/.test(text.slice(end))) return undefined
  const line = text.slice(0, end).trimEnd()
  const first = /[\]}]$/.test(line.slice(-1)) ? jsonIn(line) : undefined
  return first === undefined ? undefined : readJsonLines(text, first)
}
