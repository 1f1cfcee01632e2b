import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { parseExact } from '../../domain/value/exact-json'
import { MOST_LEVELS } from '../../domain/value/json'
import { UnreadableFile } from './place'

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Something that a value could not hold as a file has it. */
export interface Alteration {
  /** The name of the entry around it, where it has one. */
  entry?: string
  why: string
  fix: string
}

/**
 * As {@link parseSoundJson} reads it; what had to be altered is added to `altered`.
 * @throws UnreadableFile naming the line and column at which `text` stops being JSON.
 */
export function parseJson(path: string, text: string, altered: Alteration[] = []): JsonValue {
  if (text.trim() === '') {
    throw new UnreadableFile(path, 'is empty', 'Choose a file that holds a catalog.')
  }
  try {
    return parseSoundJson(text, altered)
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

/**
 * The value of a text that may be JSON, such as a cell or a field, as {@link parseSoundJson} reads
 * it; undefined where it is not. What had to be altered is added to `altered`.
 */
export function jsonIn(text: string, altered: Alteration[] = []): JsonValue | undefined {
  try {
    return parseSoundJson(text, altered)
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

/**
 * Half of a pair of units that make one character, written as an escape: alone, no file or table
 * can hold it.
 */
const HALF_CHARACTER = /\\u[dD][89a-fA-F]/

/**
 * The value of a JSON text in a form that every reader can walk and every writer can write: what is
 * nested too deep is cut off, a number beyond all numbers (`1e999`) is the greatest there is, and
 * half a character is the sign for one that is unknown. Integers keep all their digits.
 * @throws SyntaxError where the text is not JSON.
 */
function parseSoundJson(text: string, altered: Alteration[]): JsonValue {
  const value = parseExact(text)
  const hasHalves = HALF_CHARACTER.test(text)
  return isSound(value, MOST_LEVELS, hasHalves) ? value : sound(value, altered)
}

/** Texts are looked at where they may hold half a character. */
function isSound(value: JsonValue, levels: number, hasHalves: boolean): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string') return !hasHalves || value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  const isChildSound = (child: JsonValue) => isSound(child, levels - 1, hasHalves)
  if (Array.isArray(value)) return value.every(isChildSound)
  if (hasHalves && !Object.keys(value).every((key) => key.isWellFormed())) return false
  return Object.values(value).every(isChildSound)
}

const TOO_LARGE: Alteration = {
  why: 'A number is larger than any that can be kept, and became the largest that can (1.8e308)',
  fix: 'Write a smaller number at its source.',
}
const HALF: Alteration = {
  why: 'A text holds half of a character, and � stands in its place',
  fix: 'Write the text anew at its source: it was cut within a character.',
}

/** By what an entry of a file is called, the likeliest first. */
const NAMES = ['name', 'operationId', 'id', '_id', 'query_id']

function sound(value: JsonValue, altered: Alteration[]): JsonValue {
  const say = (what: Alteration, entry: string | undefined): void => {
    altered.push(entry === undefined ? what : { entry, ...what })
  }
  const wellFormed = (text: string, entry: string | undefined): string => {
    if (text.isWellFormed()) return text
    say(HALF, entry)
    return text.toWellFormed()
  }
  const of = (node: JsonValue, levels: number, outer: string | undefined): JsonValue => {
    if (typeof node === 'string') return wellFormed(node, outer)
    if (typeof node === 'number' && !Number.isFinite(node)) {
      say(TOO_LARGE, outer)
      return node < 0 ? -Number.MAX_VALUE : Number.MAX_VALUE
    }
    if (typeof node !== 'object' || node === null) return node
    // Where entries are read, what is nested deeper than far fewer levels is reported.
    if (levels === 0) return Array.isArray(node) ? [] : {}
    if (Array.isArray(node)) return node.map((child) => of(child, levels - 1, outer))
    const entry = nameOf(node) ?? outer
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => [
        wellFormed(key, entry),
        of(child, levels - 1, entry),
      ]),
    )
  }
  return of(value, MOST_LEVELS, undefined)
}

function nameOf(node: JsonObject): string | undefined {
  const texts = NAMES.map((key) => (Object.hasOwn(node, key) ? node[key] : undefined))
  return texts.find((text) => typeof text === 'string')
}

/** Where a text stops being JSON: `offset` in UTF-16 units, and what stands there instead. */
interface JsonFault {
  offset: number
  why: string
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const SPACE = /[ \t\n\r]*/y

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE_CODE = 0x20

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end'

const WORDING: Record<Expected, string> = {
  value: 'a value',
  'value or end': 'a value or "]"',
  key: 'a key in double quotes',
  'key or end': 'a key in double quotes or "}"',
  colon: 'a colon',
  'comma or end': 'a comma or the closing bracket',
}

/**
 * Finds the first fault of a text that is not JSON; undefined when it is. The engine's own message
 * often leaves the position out. Linear in time, and not recursive: depth is no danger here.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let offset = 0
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = offset
    if (!pattern.test(text)) return false
    offset = pattern.lastIndex
    return true
  }
  const skipString = (): boolean => {
    if (text.charAt(offset) !== '"') return false
    const end = soundStringEnd(text, offset)
    if (text.charAt(end) !== '"') return false
    offset = end + 1
    return true
  }
  for (;;) {
    skip(SPACE)
    if (open.length === 0 && expected === 'comma or end') {
      return offset < text.length ? { offset, why: 'nothing may follow here' } : undefined
    }
    if (offset >= text.length) return { offset, why: 'the text ends too early' }
    const next = step(text.charAt(offset), expected, open)
    if (next) {
      offset += 1
      expected = next
    } else if (expected.startsWith('key') && skipString()) {
      expected = 'colon'
    } else if (expected.startsWith('value') && (skipString() || skip(SCALAR))) {
      expected = 'comma or end'
    } else {
      return faultAt(text, offset, expected)
    }
  }
}

/**
 * What is expected after a punctuation character, or undefined where that character may not stand.
 */
function step(character: string, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  const inside = open.at(-1)
  if (character === '{' || character === '[') {
    if (!expected.startsWith('value')) return undefined
    open.push(character)
    return character === '{' ? 'key or end' : 'value or end'
  }
  if (character === ':') return expected === 'colon' ? 'value' : undefined
  if (character === ',') {
    if (expected !== 'comma or end') return undefined
    return inside === '{' ? 'key' : 'value'
  }
  const closes = (character === '}' && inside === '{') || (character === ']' && inside === '[')
  if (!closes || !expected.endsWith('or end')) return undefined
  open.pop()
  return 'comma or end'
}

function faultAt(text: string, offset: number, expected: Expected): JsonFault {
  if (text.charAt(offset) !== '"' || !/^(?:value|key)/.test(expected)) {
    const found = String.fromCodePoint(text.codePointAt(offset) ?? 0)
    return { offset, why: `expected ${WORDING[expected]} but found ${JSON.stringify(found)}` }
  }
  const badAt = soundStringEnd(text, offset)
  if (badAt >= text.length) return { offset: badAt, why: 'the text ends inside a string' }
  const found = JSON.stringify(text.charAt(badAt))
  return { offset: badAt, why: `${found} may not stand in a string unescaped` }
}

/**
 * Where the string that starts at `start` ends: at its closing quote, its first fault, or the
 * text's end.
 */
function soundStringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE || code < SPACE_CODE) return at
    if (code !== BACKSLASH) at += 1
    else {
      ESCAPE.lastIndex = at
      if (!ESCAPE.test(text)) return at
      at = ESCAPE.lastIndex
    }
  }
  return at
}
