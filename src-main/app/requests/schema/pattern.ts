import { RE2JS } from 're2js'
import { re2Syntax, withoutLooks } from './re2-syntax'
import { Unchecked } from './unchecked'

/** Characters of a pattern: more are not read. */
const LONGEST = 4_000
/** RE2 tries each step of a pattern at each character, where it cannot do better. */
const MOST_STEPS = 10_000

/** A pattern of a schema, as it is looked for in a text. */
export interface TextPattern {
  /** Whether a text has what is looked for, anywhere in it. */
  isIn(text: string): boolean
  /** For each character of a text, at most. */
  steps: number
}

/**
 * A pattern as JSON Schema takes it, run by RE2: its time grows with the text and the steps, no
 * faster.
 * @throws Unchecked with why it cannot be run so.
 */
export function textPattern(written: string): TextPattern {
  if (written.length > LONGEST) throw new Unchecked(`it has more than ${LONGEST} characters`)
  if (!isJavaScript(written)) return ofRe2(written)
  const counted = countedClass(written)
  if (counted) return counted
  const { looks, rest } = withoutLooks(written)
  const parts = [{ pattern: rest, wanted: true }, ...looks].map(({ pattern, wanted }) => ({
    found: ofRe2(re2Syntax(pattern)),
    wanted,
  }))
  return {
    isIn: (text) => parts.every(({ found, wanted }) => found.isIn(text) === wanted),
    steps: parts.reduce((sum, { found }) => sum + found.steps, 0),
  }
}

/** Read by the rules that the standard asks for, or those that were there before. */
function isJavaScript(written: string): boolean {
  for (const flags of ['u', '']) {
    try {
      new RegExp(written, flags)
      return true
    } catch {
      continue
    }
  }
  return false
}

function ofRe2(written: string): TextPattern {
  let compiled: ReturnType<typeof RE2JS.compile>
  try {
    compiled = RE2JS.compile(written, RE2JS.LOOKBEHINDS)
  } catch {
    throw new Unchecked('it is none, or too large or too special to be run safely')
  }
  const steps = compiled.programSize()
  if (steps > MOST_STEPS) throw new Unchecked('it has too many steps')
  return { isIn: (text) => compiled.test(text), steps }
}

/** `^[a-z]{1,5000}$`, a class so many times, is that class any number of times and a length. */
function countedClass(written: string): TextPattern | undefined {
  const found = /^\^(\[(?:[^\]\\]|\\.)+\]|\\[dDwWsS]|\.)\{(\d+)(?:(,)(\d*))?\}\$$/.exec(written)
  if (!found) return undefined
  const [, of = '', few = '0', more, many = ''] = found
  const most = more === undefined ? Number(few) : many === '' ? Infinity : Number(many)
  const all = ofRe2(re2Syntax(`^${of}*$`))
  return {
    steps: all.steps,
    isIn(text) {
      const length = charactersIn(text)
      return length >= Number(few) && length <= most && all.isIn(text)
    },
  }
}

/** Characters as Unicode counts them. */
export function charactersIn(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    const high = text.charCodeAt(at)
    const low = text.charCodeAt(at + 1)
    if (high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
      count -= 1
      at += 1
    }
  }
  return count
}
