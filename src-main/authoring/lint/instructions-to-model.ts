import { withoutHidden } from '../../domain/value/hidden-characters'
import { decodedIn } from './decoded-text'
import { AIMS, INSTRUCTION_PATTERNS, type InstructionPattern } from './instruction-patterns'

/** What a text says to a model, as people read it, with the words by which it is told. */
export interface Instruction {
  says: string
  words: string
}

interface Compiled {
  says: string
  pattern: RegExp
  needs: RegExp
}

/** Up to so many characters of one sentence: bounded, so that no text takes long. */
const gap = (most: string): string => `(?:(?![.!?。！？](?:\\s|$)|[。！？]).){0,${most}}?`

/** As texts are read, patterns are: without accents and in small letters. */
const compiled = ({ says, pattern, needs }: InstructionPattern): Compiled => ({
  says: AIMS[says].says,
  pattern: new RegExp(
    folded(pattern)
      .replace(/~(\d+)/g, (_, most: string) => gap(most))
      .replaceAll('\\l', '\\p{L}*'),
    'u',
  ),
  needs: new RegExp(folded(needs), 'u'),
})

const ofKind = (kind: 'against-user' | 'before-others'): readonly Compiled[] =>
  INSTRUCTION_PATTERNS.filter(({ says }) => AIMS[says].kind === kind).map(compiled)

/** Letters of other scripts that look like Latin ones, by which a word passes a filter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ј: 'j',
  ԁ: 'd',
  ο: 'o',
  α: 'a',
  ε: 'e',
  ι: 'i',
  ν: 'v',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  κ: 'k',
}
const LOOKALIKE = new RegExp(`[${Object.keys(LOOKALIKES).join('')}]`, 'gu')
const PLAIN = /^[\t\n\r -~]*$/

/** Underscores of names, and white space that is not one space already. */
const NOT_ONE_SPACE = /[^\S ]\s*| \s+|_+/g
/** Letters that stand apart, by which a word passes a filter too; words are further apart. */
const SPACED = /(?<!\p{L})\p{L}(?:[ .\-*]{1,3}\p{L}(?!\p{L})){3,}/gu
const SPACED_PLAIN = /(?<![a-z])[a-z](?:[ .*-]{1,3}[a-z](?![a-z])){3,}/g

/** Without accents: of Latin letters and of all others that are written with marks. */
function folded(text: string): string {
  return PLAIN.test(text)
    ? text
    : text
        .normalize('NFKC')
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
}

/** A text as a model reads it, whatever it is written with: in each way in which it can be read. */
function asRead(text: string): string[] {
  if (PLAIN.test(text)) return [inOneLine(inWords(text).toLowerCase())]
  const shown = withoutHidden(inWords(text)).replace(/[‘’]/g, "'")
  const read = inOneLine(folded(shown.toLowerCase()))
  const latin = read.replace(LOOKALIKE, (letter) => LOOKALIKES[letter] ?? letter)
  return latin === read ? [read] : [latin, read]
}

/** Names are written as one word of several. */
const inWords = (text: string): string =>
  text
    .replace(/(?<=[a-z])(?=[A-Z][a-z])/g, ' ')
    .replace(/\b[a-z]+(?:-[a-z]+){2,}/gi, (name) => name.replaceAll('-', ' '))

const inOneLine = (text: string): string =>
  text
    .replace(PLAIN.test(text) ? SPACED_PLAIN : SPACED, (run) =>
      run.replace(/[ .\-*]{2,}/g, '_').replace(/[ .\-*]/g, ''),
    )
    .replace(NOT_ONE_SPACE, ' ')

const AGAINST_USER = ofKind('against-user')
const BEFORE_OTHERS = ofKind('before-others')
const ALL = [...AGAINST_USER, ...BEFORE_OTHERS]

/** Alternatives of a pattern, those within brackets left together. */
function alternatives(source: string): string[] {
  const found = ['']
  let depth = 0
  for (const [part] of source.matchAll(/\\.|[^]/gu)) {
    if (part === '(') depth += 1
    if (part === ')') depth -= 1
    if (part === '|' && depth === 0) found.push('')
    else found[found.length - 1] += part
  }
  return found
}

const NEEDED = INSTRUCTION_PATTERNS.flatMap(({ needs }) => alternatives(folded(needs)))

/** One expression of all: plain letters before the rest, and none that begins as another. */
function anyOf(needed: readonly string[]): string {
  const isLetters = (each: string) => !/[^\p{L}\p{N} ']/u.test(each)
  const letters = needed.filter(isLetters).sort()
  const first = letters.filter(
    (each) => !letters.some((other) => other !== each && each.startsWith(other)),
  )
  const rest = needed.filter(
    (each) => !isLetters(each) && !first.some((other) => each.startsWith(other)),
  )
  return `(?:${[...new Set([...first, ...rest])].join('|')})`
}

const isWord = (needed: string): boolean => PLAIN.test(needed) && /^[a-z(]/.test(needed)

/** What texts that fit a pattern have, looked for at once: in plain text, and in all others. */
const WORDS = `(?<![a-z])${anyOf(NEEDED.filter(isWord))}`
const SIGNS = anyOf(NEEDED.filter((needed) => PLAIN.test(needed) && !isWord(needed)))
const IN_PLAIN = [new RegExp(WORDS, 'gu'), new RegExp(SIGNS, 'gu')]
const ABROAD = new RegExp(anyOf(NEEDED.filter((needed) => !PLAIN.test(needed))), 'gu')

/** Characters from where something needed begins: it ends before. */
const LONGEST_NEEDED = 120

/** The parts of a text that begin with what a pattern needs. */
function partsNeeded(read: string): string {
  const parts = new Set<string>()
  for (const sought of PLAIN.test(read) ? IN_PLAIN : [...IN_PLAIN, ABROAD]) {
    for (const { index } of read.matchAll(sought)) {
      parts.add(read.slice(index, index + LONGEST_NEEDED))
    }
  }
  return [...parts].join('\n')
}

/**
 * Whether any of a tool's texts may say something to a model.
 * @param texts put together, with ` | ` between them
 */
export const maySpeakToModel = (texts: string): boolean =>
  [texts, ...decodedIn(texts)].some((text) =>
    asRead(text).some((read) => {
      const parts = partsNeeded(read)
      return (
        parts !== '' && ALL.some(({ needs, pattern }) => needs.test(parts) && pattern.test(read))
      )
    }),
  )

/** What a text tells a model against its user, if anything. */
export const instructionAgainstUser = (text: string): Instruction | undefined =>
  firstOf(AGAINST_USER, text) ?? encoded(AGAINST_USER, text)

/** What a text tells a model in a tool’s own favour, if anything. */
export const instructionBeforeOthers = (text: string): Instruction | undefined =>
  firstOf(BEFORE_OTHERS, text) ?? encoded(BEFORE_OTHERS, text)

function firstOf(patterns: readonly Compiled[], text: string): Instruction | undefined {
  for (const read of asRead(text)) {
    for (const { says, pattern, needs } of patterns) {
      const found = needs.test(read) ? pattern.exec(read) : undefined
      if (found) return { says, words: found[0].trim() }
    }
  }
  return undefined
}

function encoded(patterns: readonly Compiled[], text: string): Instruction | undefined {
  for (const decoded of decodedIn(text)) {
    const found = firstOf(patterns, decoded)
    if (found) return { says: `${found.says}, in letters that are encoded`, words: decoded }
  }
  return undefined
}
