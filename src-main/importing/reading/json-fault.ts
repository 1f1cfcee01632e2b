/** Where a text stops being JSON: `offset` in UTF-16 units, and what stands there instead. */
export interface JsonFault {
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
 * Finds the first fault of a text that is not JSON; undefined when it is. The engine's own message often leaves the
 * position out. Linear in time, and not recursive: depth is no danger here.
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

/** What is expected after a punctuation character, or undefined where that character may not stand. */
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

/** Where the string that starts at `start` ends: at its closing quote, its first fault, or the text's end. */
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
