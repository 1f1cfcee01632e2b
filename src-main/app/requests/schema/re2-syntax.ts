import { Unchecked } from './unchecked'

/** RE2 repeats what stands before a count so often at most. */
const MOST_REPEATED = 1_000
/** Beyond, a pattern is only refused later, for its size. */
const MOST_COPIES = 8

/** JavaScript’s `\s`, which knows more spaces than RE2’s. */
const SPACES =
  '\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const OTHER_THAN_SPACES =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'
const ANY = '\\x{0}-\\x{10ffff}'

const CONTROLS: Readonly<Record<string, number>> = {
  '0': 0,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
}

/** Names of the general categories, of which RE2 knows the short ones alone. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Letter: 'L',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Enclosing_Mark: 'Me',
  Number: 'N',
  Decimal_Number: 'Nd',
  digit: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  punct: 'P',
  Connector_Punctuation: 'Pc',
  Dash_Punctuation: 'Pd',
  Open_Punctuation: 'Ps',
  Close_Punctuation: 'Pe',
  Initial_Punctuation: 'Pi',
  Final_Punctuation: 'Pf',
  Other_Punctuation: 'Po',
  Symbol: 'S',
  Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc',
  Modifier_Symbol: 'Sk',
  Other_Symbol: 'So',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Line_Separator: 'Zl',
  Paragraph_Separator: 'Zp',
  Control: 'Cc',
  Format: 'Cf',
}

/**
 * A JavaScript pattern in RE2’s words, with the same meaning. Groups capture nothing.
 * @param pattern one that JavaScript takes
 * @throws Unchecked for what RE2 has no words for: looks ahead, and references back.
 */
export function re2Syntax(pattern: string): string {
  let written = ''
  /** Where the part begins that a count would repeat. */
  let part = 0
  const groups: number[] = []
  for (let at = 0; at < pattern.length;) {
    const letter = pattern[at] as string
    const begins = written.length
    if (letter === '(') {
      const { text, end } = groupAt(pattern, at)
      groups.push(begins)
      written += text
      at = end
      continue
    }
    if (letter === ')') {
      written += ')'
      part = groups.pop() ?? 0
      at += 1
      continue
    }
    const count = letter === '{' ? COUNT.exec(pattern.slice(at, at + 30)) : null
    if (count) {
      written = written.slice(0, part) + repeated(written.slice(part), count)
      at += count[0].length
      if (pattern[at] === '?') at += 1
      continue
    }
    if ('*+?'.includes(letter)) {
      written += letter
      at += 1
      continue
    }
    part = begins
    const { text, end } = atomAt(pattern, at)
    written += text
    at = end
  }
  return written
}

const COUNT = /^\{(\d+)(?:(,)(\d*))?\}/

/** The beginning of a group. */
function groupAt(pattern: string, at: number): { text: string; end: number } {
  const rest = pattern.slice(at, at + 200)
  if (/^\(\?[=!]/.test(rest)) throw new Unchecked('it looks ahead elsewhere than at its beginning')
  // RE2JS looks behind in linear time.
  const behind = /^\(\?<[=!]/.exec(rest)
  if (behind) return { text: behind[0], end: at + behind[0].length }
  const opening = /^\((\?<[^>]*>|\?:|\?i?(?:-i)?:)?/.exec(rest)?.[0] ?? '('
  if (opening === '(' && rest.startsWith('(?')) {
    throw new Unchecked('it switches modes that cannot be followed')
  }
  const keeps = opening.startsWith('(?i') || opening.startsWith('(?-')
  return { text: keeps ? opening : '(?:', end: at + opening.length }
}

/** What is repeated so often, in counts that RE2 takes. */
function repeated(part: string, [, few = '0', more, many = '']: RegExpExecArray): string {
  const least = Number(few)
  const most = more === undefined ? least : many === '' ? Infinity : Number(many)
  const top = most === Infinity ? least : most
  if (top <= MOST_REPEATED)
    return `${part}{${least}${more ?? ''}${most === Infinity || more === undefined ? '' : most}}`
  if (top > MOST_REPEATED * MOST_COPIES) throw new Unchecked('it counts too far')
  const pieces: string[] = []
  for (let left = least; left > 0; left -= MOST_REPEATED)
    pieces.push(`${part}{${Math.min(left, MOST_REPEATED)}}`)
  if (most === Infinity) pieces.push(`${part}*`)
  else
    for (let left = most - least; left > 0; left -= MOST_REPEATED)
      pieces.push(`${part}{0,${Math.min(left, MOST_REPEATED)}}`)
  return `(?:${pieces.join('')})`
}

/** A character, a class of them, or a place between them. */
function atomAt(pattern: string, at: number): { text: string; end: number } {
  const letter = pattern[at] as string
  if (letter === '[') return classAt(pattern, at)
  if (letter === '\\') return escapeAt(pattern, at, false)
  if (letter === '.') return { text: '[^\\n\\r\\x{2028}\\x{2029}]', end: at + 1 }
  if (letter === '^' || letter === '$' || letter === '|') return { text: letter, end: at + 1 }
  return characterAt(pattern, at)
}

function classAt(pattern: string, at: number): { text: string; end: number } {
  const isNegated = pattern[at + 1] === '^'
  let place = at + (isNegated ? 2 : 1)
  let members = ''
  while (place < pattern.length && pattern[place] !== ']') {
    const letter = pattern[place] as string
    const member =
      letter === '\\'
        ? escapeAt(pattern, place, true)
        : letter === '-'
          ? { text: isRange(pattern, place) ? '-' : '\\-', end: place + 1 }
          : characterAt(pattern, place)
    members += member.text
    place = member.end
  }
  const end = place + 1
  // Of nothing, and of all but nothing.
  if (members === '') return { text: isNegated ? `[${ANY}]` : `[^${ANY}]`, end }
  return { text: `[${isNegated ? '^' : ''}${members}]`, end }
}

const OF_CLASS = /\\[dDwWsSpP]/

/** Whether a hyphen stands between two characters, rather than at an end or beside a class. */
function isRange(pattern: string, at: number): boolean {
  const before = pattern[at - 1]
  const after = pattern[at + 1]
  const opens = before === '[' || (before === '^' && pattern[at - 2] === '[')
  if (after === ']' || (opens && pattern[at - 2] !== '\\')) return false
  const besideClass = OF_CLASS.test(pattern.slice(at + 1, at + 3)) || endsClass(pattern, at)
  return !besideClass
}

/** Whether what stands before is a class such as `\w` or `\p{L}`. */
const endsClass = (pattern: string, at: number): boolean =>
  /(^|[^\\])(\\\\)*\\([dDwWsS]|[pP]\{[^}]*\})$/.test(pattern.slice(Math.max(0, at - 60), at))

/** A character that stands for itself. */
function characterAt(pattern: string, at: number): { text: string; end: number } {
  const code = pattern.codePointAt(at) as number
  return { text: literal(code), end: at + String.fromCodePoint(code).length }
}

const literal = (code: number): string => {
  const letter = String.fromCodePoint(code)
  return /[A-Za-z0-9_]/.test(letter) ? letter : `\\x{${code.toString(16)}}`
}

function escapeAt(pattern: string, at: number, inClass: boolean): { text: string; end: number } {
  const rest = pattern.slice(at, at + 80)
  const same = /^\\[dDwW]/.exec(rest) ?? (inClass ? null : /^\\[bB]/.exec(rest))
  if (same) return { text: same[0], end: at + 2 }
  const spaces = /^\\([sS])/.exec(rest)
  if (spaces) {
    const members = spaces[1] === 's' ? SPACES : OTHER_THAN_SPACES
    return { text: inClass ? members : `[${members}]`, end: at + 2 }
  }
  const property = /^\\([pP])\{([^}]*)\}/.exec(rest)
  if (property) {
    const members = propertyOf(property)
    return { text: inClass ? members : `[${members}]`, end: at + property[0].length }
  }
  if (/^\\(k<|[1-9]|0\d)/.test(rest)) throw new Unchecked('it refers back to what it found before')
  const numbered = NUMBERED.exec(rest)
  if (numbered) return { text: literal(codeOf(numbered)), end: at + numbered[0].length }
  const control = /^\\c([A-Za-z])/.exec(rest)
  if (control?.[1]) return { text: literal(control[1].charCodeAt(0) % 32), end: at + 3 }
  const code = CONTROLS[rest[1] ?? '']
  return code === undefined ? characterAt(pattern, at + 1) : { text: literal(code), end: at + 2 }
}

/** A pair of surrogates is one character. */
const NUMBERED =
  /^\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|^\\u([\da-f]{4})|^\\u\{([\da-f]{1,6})\}|^\\x([\da-f]{2})/i

function codeOf([, high, low, ...single]: RegExpExecArray): number {
  if (high === undefined || low === undefined) {
    return parseInt(single.find((digits) => digits !== undefined) ?? '0', 16)
  }
  return String.fromCharCode(parseInt(high, 16), parseInt(low, 16)).codePointAt(0) as number
}

const PROPERTY = /^(?:(?:gc|General_Category|sc|Script)=)?(\w+)$/

/** The members of a class that are named by a property. */
function propertyOf([, kind, written = '']: RegExpExecArray): string {
  const isNegated = kind === 'P'
  if (written === 'Any' && !isNegated) return ANY
  if (written === 'ASCII') return isNegated ? '\\x{80}-\\x{10ffff}' : '\\x{0}-\\x{7f}'
  const name = PROPERTY.exec(written)?.[1]
  if (name === undefined) throw new Unchecked(`it asks for \\${kind}{${written}}`)
  return `\\${kind}{${CATEGORIES[name] ?? name}}`
}

/** Looks ahead from the beginning of a pattern, and what is to be found there beside them. */
export interface Parts {
  looks: { pattern: string; wanted: boolean }[]
  rest: string
}

/**
 * Takes the looks ahead off a pattern that begins with them: `^(?!x)(?=y)z` finds what is not `^x`,
 * and is `^y` and `^z`. As all of them stand at the beginning of the text, that is the same.
 */
export function withoutLooks(pattern: string): Parts {
  const looks: Parts['looks'] = []
  let at = 0
  let isAnchored = false
  while (at < pattern.length) {
    if (pattern[at] === '^') {
      isAnchored = true
      at += 1
    } else if (/^\(\?[=!]/.test(pattern.slice(at, at + 3))) {
      const end = closingOf(pattern, at)
      looks.push({ pattern: `^(?:${pattern.slice(at + 3, end)})`, wanted: pattern[at + 2] === '=' })
      at = end + 1
      if (/^[*+?{]/.test(pattern.slice(at, at + 1))) return { looks: [], rest: pattern }
    } else break
  }
  const rest = pattern.slice(at)
  const isWhole = looks.length > 0 && isAnchored && !hasAlternatives(rest)
  return isWhole ? { looks, rest: `^(?:${rest})` } : { looks: [], rest: pattern }
}

/** Where the group ends that begins at a place. */
function closingOf(pattern: string, from: number): number {
  for (const { at, depth } of places(pattern.slice(from))) {
    if (depth === 0) return from + at
  }
  return pattern.length
}

function hasAlternatives(pattern: string): boolean {
  for (const { letter, depth } of places(pattern)) if (letter === '|' && depth === 0) return true
  return false
}

/**
 * The characters outside of classes and escapes, each with how many groups it stands in once it is
 * read.
 */
function* places(pattern: string): Generator<{ at: number; letter: string; depth: number }> {
  let depth = 0
  let inClass = false
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at] as string
    if (letter === '\\') {
      at += 1
      continue
    }
    if (inClass) {
      inClass = letter !== ']'
      continue
    }
    if (letter === '[') inClass = true
    else if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    yield { at, letter, depth }
  }
}
