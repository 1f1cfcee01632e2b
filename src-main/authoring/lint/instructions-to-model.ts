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
  (/\s/.test(text) ? text : text.replace(/-/g, ' ')).replace(/(?<=[a-z])(?=[A-Z][a-z])/g, ' ')

const inOneLine = (text: string): string =>
  text
    .replace(SPACED, (run) => run.replace(/[ .\-*]{2,}/g, '_').replace(/[ .\-*]/g, ''))
    .replace(NOT_ONE_SPACE, ' ')

const AGAINST_USER = ofKind('against-user')
const BEFORE_OTHERS = ofKind('before-others')

/** Words that one of the patterns needs, and what may be words that were encoded. */
const SUSPECT = new RegExp(
  [...new Set(INSTRUCTION_PATTERNS.map(({ needs }) => folded(needs)))].join('|'),
  'u',
)

/** Whether any of a tool's texts, put together, may say something to a model. */
export const maySpeakToModel = (texts: string): boolean =>
  asRead(texts).some((read) => SUSPECT.test(read)) || decodedIn(texts).length > 0

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
