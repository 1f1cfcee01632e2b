import { TEXT_PROPOSALS } from '../../domain/proposal/bounds'
import type { ProposedPart } from '../../domain/proposal/text'
import { parametersOf } from '../../domain/tool/schema-parameters'
import type { CatalogTool } from '../../domain/tool/tool'
import { bareText } from '../../domain/value/same-text'
import type { TextsFault } from '../../pipeline/prompts/tool-to-enhance'
import {
  instructionAgainstUser,
  instructionBeforeOthers,
} from '../../authoring/lint/instructions-to-model'
import { sayTheSame, isOwnText } from './new-texts'

/**
 * Why the texts of a model's answer for one part of a tool are not proposed, in words that follow
 * the part; undefined where they are.
 */
export function answerFault(entry: CatalogTool, part: ProposedPart): TextsFault {
  const most = longestOf(part)
  return (answered) => {
    const texts = answered.filter((text) => text.trim() !== '')
    if (texts.length === 0) return answered.length > 0 ? 'is empty' : 'has none'
    if (answered.length > TEXT_PROPOSALS.mostEntries)
      return `has more than ${TEXT_PROPOSALS.mostEntries}`
    if (texts.some((text) => text.length > most)) return `is longer than ${most} characters`
    const worded = texts.filter((text) => bareText(text) !== '')
    if (worded.length === 0) return 'has no words'
    if (worded.every(isOwnText(entry, part))) return REPEATS
    const whole = texts.join('\n')
    const said = firstSaid(texts)
    if (said !== undefined) return `${said}: a text of a tool must not`
    const language = otherLanguage(whole, textsOfTool(entry))
    if (language !== undefined) return `is ${language}, which the tool’s texts are not`
    return isText(part) ? repeats(entry, whole) : undefined
  }
}

/** Parts that are one text, and are to say something new as a whole. */
const TEXTS: readonly ProposedPart[] = ['description', 'whenToUse', 'limits']
const isText = (part: ProposedPart): boolean => TEXTS.includes(part)

function longestOf(part: ProposedPart): number {
  const { description, whenToUse, limits, parameter, entry } = TEXT_PROPOSALS.longest
  if (part === 'parameters') return parameter
  return { description, whenToUse, limits }[part as 'description'] ?? entry
}

/** What any of the texts, alone or put together, tells a model. */
function firstSaid(texts: readonly string[]): string | undefined {
  for (const text of [...texts, texts.join(' ')]) {
    const said = instructionAgainstUser(text) ?? instructionBeforeOthers(text)
    if (said) return said.says
  }
  return undefined
}

const REPEATS = 'repeats what the tool says already'

function repeats({ tool, layer }: CatalogTool, text: string): string | undefined {
  const known = [tool.description, layer.description, layer.whenToUse, layer.limits]
  return known.some((each) => each && sayTheSame(each, text)) ? REPEATS : undefined
}

/** What a tool says in sentences; names are in no language. */
const textsOfTool = ({ tool, layer }: CatalogTool): string =>
  [
    tool.description,
    layer.description ?? '',
    layer.whenToUse ?? '',
    ...(layer.questions ?? []),
    ...parametersOf(tool.parameters).parameters.map(({ description }) => description),
    ...tool.examples.flatMap(({ intent }) => intent ?? []),
  ].join('\n')

/** The writing of a text, as far as it can be told: its script and, of Latin ones, its language. */
interface ScriptAndLanguage {
  script: string | undefined
  language: string | undefined
}

/** Japanese is told by its kana: most of its letters may be those of Chinese. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Hangul', 'Thai'].map(lettersOf),
  ...['Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Gujarati'].map(lettersOf),
  ['Chinese', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu],
]

function lettersOf(script: string): readonly [string, RegExp] {
  return [script, new RegExp(`\\p{Script=${script}}`, 'gu')]
}

/**
 * Small words that say which language a text is in, each of one of these languages alone or mostly
 * so: words that two of them share, such as `in` or `die`, would tell wrongly.
 */
const SMALL_WORDS: Readonly<Record<string, string>> = {
  English: `the and of to for with is are that this what which when from by your you it how can my please i me on or`,
  German: `der das und ist nicht mit für auf ein eine einen wie ich mir bitte wenn zu vom zum zur oder sind wird kann dem den`,
  French: `le les et est pour dans une des du avec que qui sur au aux je moi ce cette vous être ou mon ma`,
  Spanish: `el los las y es para con una del por que como mi quiero esta este su al lo cuando puede`,
  Italian: `il gli è per con una del della di che come mio mia questo questa nel sono quando può lo dei delle`,
  Portuguese: `os e é para com uma do da dos das que como meu minha este esta em no na não quando pode`,
  Dutch: `het een en is voor met van op niet dat wat wanneer ik mij deze dit naar bij kan zijn`,
  Polish: `i w z na do nie jest się że dla to jak czy po od przez który kiedy mi`,
}
const LANGUAGES = Object.entries(SMALL_WORDS).map(
  ([language, words]) => [language, new Set(words.split(/\s+/))] as const,
)

/** Characters that are looked at: a page says as much of its language as a book. */
const POOL_DEPTH = 10_000
/** Letters from which on a script is one: less may be a name, or a unit. */
const LEAST_LETTERS = 5
/** Of all letters: what is mixed more evenly is of no script. */
const MOSTLY = 0.6
/**
 * Small words from which on a language is told, and how many times those of any other: no query of
 * 27,800 English ones is taken for another.
 */
const LEAST_WORDS = 2
const TIMES_OTHERS = 2

function told(text: string): ScriptAndLanguage {
  const beginning = text.slice(0, POOL_DEPTH)
  const script = scriptOf(beginning)
  return { script, language: script === 'Latin' ? languageOf(beginning) : undefined }
}

function scriptOf(text: string): string | undefined {
  const counts = SCRIPTS.map(([script, letters]) => ({
    script,
    count: text.match(letters)?.length ?? 0,
  }))
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const most = counts.toSorted((a, b) => b.count - a.count)[0]
  if (!most || all < LEAST_LETTERS || most.count < MOSTLY * all) return undefined
  return most.script === 'Chinese' && KANA.test(text) ? 'Japanese' : most.script
}

function languageOf(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = LANGUAGES.map(([language, small]) => ({
    language,
    count: words.filter((word) => small.has(word)).length,
  })).toSorted((a, b) => b.count - a.count)
  const [first, second] = counts
  if (!first || !second || first.count < LEAST_WORDS) return undefined
  return first.count >= TIMES_OTHERS * second.count ? first.language : undefined
}

/**
 * What another language a text is written in than some others are; undefined where it is the same,
 * or cannot be told: of short texts, and of languages in Latin script but eight.
 */
export function otherLanguage(text: string, others: string): string | undefined {
  const own = told(text)
  const theirs = told(others)
  if (own.script && theirs.script && own.script !== theirs.script) return own.language ?? own.script
  if (own.language && theirs.language && own.language !== theirs.language) return own.language
  return undefined
}
