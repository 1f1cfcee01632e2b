import type { ProposedPart } from '../../domain/proposal/text'
import { bareText, sameText } from '../../domain/value/same-text'
import { saysNothing } from '../../domain/value/says-nothing'
import { LONGEST } from '../../pipeline/prompts/bounds'
import { PROMPTS } from '../../pipeline/prompts/registry'
import { QUOTED_IN_BRIEF, QUOTED_IS_DATA } from '../../pipeline/prompts/quoted'
import {
  instructionAgainstUser,
  instructionBeforeOthers,
} from '../../authoring/lint/instructions-to-model'

/** What is known beside a text that a model wrote for one part of a tool. */
export interface JunkContext {
  part: ProposedPart
  /** What the model was told around what was quoted to it. */
  instruction: string
  /** The tool's own name, as an agent calls it. */
  name: string
  /** What the tool says of itself. */
  own: readonly string[]
  /** Whether another tool says this, or it is proposed for another one. */
  isOfAnother?: ((text: string) => boolean) | undefined
}

/** The texts that are worth reading, and why others are not, each reason once. */
export interface Sifted {
  texts: string[]
  junk: string[]
}

/**
 * Takes out of a model's texts what small models write in place of an answer: their own prompt, the
 * tool's own words, the same again and again, talk of an assistant. What stands around a text that
 * is worth reading, such as “Can you help me with that?”, is cut off.
 */
export function sifted(given: readonly string[], context: JunkContext): Sifted {
  const told = runsOf(context.instruction)
  const texts: string[] = []
  const junk = new Set<string>()
  for (const each of given) {
    // An empty entry is a fault of a list that has no other.
    if (each.trim() === '') {
      texts.push(each)
      continue
    }
    const text = isSentences(context.part) ? withoutTalk(bareStart(each), context) : bareStart(each)
    const why = junkOf(text, { ...context, told })
    if (why === undefined) texts.push(text)
    else junk.add(why)
  }
  return { texts, junk: [...junk] }
}

interface Told extends JunkContext {
  told: Runs
  words: readonly string[]
}

/** What is junk in any part, the plainest first. */
const ANYWHERE: readonly (readonly [why: string, is: (text: string, told: Told) => boolean])[] = [
  ['says nothing', (text) => saysNothing(text) || isGeneral(text)],
  ['repeats the prompt', (_, { words, told }) => isOfPrompt(words, told)],
  ['repeats the prompt', (_, { words }) => isOfPrompt(words, PROMPT_RUNS)],
  ['repeats itself', (_, { words }) => isLoop(words)],
  ['has a placeholder', (text) => PLACEHOLDER.test(text)],
  ['is what an assistant says', (text) => ASSISTANT.test(text)],
  ['holds what looks like a secret', (text) => SECRET.test(text)],
  [
    'repeats what the tool says already',
    (_, { part, words, own }) => isSentences(part) && repeatsTool(words, own),
  ],
  ['is said of another tool', (text, { isOfAnother }) => isOfAnother?.(text) ?? false],
]

/** What is junk among questions besides. */
const IN_QUESTIONS: typeof ANYWHERE = [
  ['is no sentence', (text, { words }) => isTooShort(text, words)],
  ['ends in mid-sentence', isCut],
  ['is a list of words', isList],
  ['is about the tool itself', (text, { name }) => isAboutTool(text, name)],
  ['praises the tool', (text) => PRAISE.test(text)],
]

function junkOf(text: string, context: Omit<Told, 'words'>): string | undefined {
  const rules = context.part === 'questions' ? [...ANYWHERE, ...IN_QUESTIONS] : ANYWHERE
  const told = { ...context, words: wordsOf(text) }
  const found = rules.find(([, is]) => is(text, told))
  if (found) return found[0]
  const said = instructionAgainstUser(text) ?? instructionBeforeOthers(text)
  return said && `${said.says}: a text of a tool must not`
}

/** Parts that are made of sentences; topics and tags are words. */
const isSentences = (part: ProposedPart): boolean => part !== 'topics' && part !== 'tags'

const wordsOf = (text: string): string[] => bareText(text).split(' ').filter(Boolean)

/** Marks of lists, and colons that a model puts where it meant a name to stand. */
const bareStart = (text: string): string => text.trim().replace(/^(?:[-*•:]|\d{1,2}[.)])\s+/u, '')

/** The fewest words of a question; a script without spaces has as many letters at least. */
const FEWEST_WORDS = 3
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

const isTooShort = (text: string, words: readonly string[]): boolean =>
  NO_SPACES.test(text)
    ? bareText(text).replace(/ /g, '').length < FEWEST_WORDS
    : words.length < FEWEST_WORDS

/** A server that holds a model to a length cuts it there. */
function isCut(text: string): boolean {
  return text.length >= LONGEST.sentence - 2 && !/[\p{P}\p{S}]$/u.test(text)
}

/** So many words in a row of a prompt are its own and nobody else's. */
const RUN = 8

/** Texts by their runs of words. */
interface Runs {
  runs: ReadonlySet<string>
  /** All words of each text, with blanks around them. */
  texts: readonly string[]
}

function runsOf(...texts: readonly string[]): Runs {
  const runs = new Set<string>()
  for (const text of texts) {
    const words = wordsOf(text)
    for (let at = 0; at + RUN <= words.length; at++) runs.add(words.slice(at, at + RUN).join(' '))
  }
  return { runs, texts: texts.map((text) => ` ${wordsOf(text).join(' ')} `) }
}

const PROMPT_RUNS = runsOf(
  QUOTED_IS_DATA,
  QUOTED_IN_BRIEF,
  ...PROMPTS.map(({ wording }) => wording),
)

/** Whether a text has a run of words of a prompt, or is nothing but a piece of one. */
const isOfPrompt = (words: readonly string[], { runs, texts }: Runs): boolean =>
  hasRun(words, runs) ||
  (words.length >= FEWEST_WORDS && texts.some((text) => text.includes(` ${words.join(' ')} `)))

const hasRun = (words: readonly string[], runs: ReadonlySet<string>): boolean =>
  words.some((_, at) => at + RUN <= words.length && runs.has(words.slice(at, at + RUN).join(' ')))

/** Times that the same words may follow each other, and the least share of different words. */
const MOST_REPEATS = 2
const LEAST_DIFFERENT = 0.4
const LONG = 12

function isLoop(words: readonly string[]): boolean {
  if (words.length >= LONG && new Set(words).size < LEAST_DIFFERENT * words.length) return true
  for (let size = 1; size * (MOST_REPEATS + 1) <= words.length; size++) {
    let same = 0
    for (let at = size; at < words.length; at++) {
      same = words[at] === words[at - size] ? same + 1 : 0
      if (same >= size * MOST_REPEATS) return true
    }
  }
  return false
}

/** Names between marks, and no sentence: `news. images. music`, `images, article, highlight`. */
function isList(text: string): boolean {
  const pieces = text
    .split(/[.,;|\n]+/)
    .map(wordsOf)
    .filter((words) => words.length > 0)
  return pieces.length >= 3 && pieces.every((words) => words.length <= 2)
}

/** What a template has where a value is to stand. */
const PLACEHOLDER =
  /\[[a-zA-Z][\w ]{1,30}\]|\{[a-zA-Z][\w ]{0,30}\}|<[a-zA-Z][\w ]{1,30}>|\bX and Y\b|\b[Ll]orem ipsum\b/

/** What only an assistant says, and never who asks it. */
const ASSISTANT = new RegExp(
  [
    String.raw`\bas an ai\b`,
    String.raw`\bi(?: am|['’]m) (?:an? (?:ai|language model|(?:virtual )?assistant)|(?:happy|here|glad) to (?:help|assist)|sorry,? but)\b`,
    String.raw`\bi (?:can|could|would|will) (?:certainly |gladly )?(?:help|assist) you\b`,
    String.raw`\bhow (?:can|may) i (?:help|assist)\b`,
    String.raw`\b(?:excited|thrilled|delighted|happy|glad) to (?:help|assist)\b`,
    String.raw`\b(?:could|can) you (?:please )?(?:provide|share|give) (?:me )?(?:with )?(?:some )?(?:more|additional|further) (?:details|context|information)(?: or (?:details|context|information))?(?: (?:about|on|regarding) (?:your|what you)\b|\s*[?.]?$)`,
    String.raw`\b(?:what|how) would you like (?:me )?to\b`,
    String.raw`\bwhat you(?:['’]re| are) asking\b`,
    String.raw`\bplease clarify\b`,
    String.raw`^ready to take the next step\b`,
    String.raw`\bfeel free to\b`,
    String.raw`\blet me know if you (?:need|have|want)\b`,
    String.raw`\bdo you have any (?:(?:specific|particular) )?(?:preferences?|requirements|questions|instructions)\b`,
    String.raw`\bthank you for (?:using|choosing|taking|your)\b`,
    String.raw`\b(?:love|like) to (?:help|assist) you\b`,
    String.raw`\bi (?:can['’]?t|cannot) (?:help|assist) you\b`,
    String.raw`^i(?:['’]ll| will) make sure (?:everything|that everything|it)\b`,
    String.raw`^sure[,!.]`,
  ].join('|'),
  'i',
)

/** Praise, which who asks for something does not begin with. */
const PRAISE = new RegExp(
  [
    String.raw`\bis an? (?:powerful|great|amazing|fantastic|excellent|versatile|innovative|comprehensive|valuable|must-have) (?:\w+ )?(?:platform|tool|app|application|service|plugin|resource|solution)\b`,
    String.raw`\bhas (?:really )?(?:saved|helped) (?:me|us) (?:a lot|so much|hours|time)\b`,
    String.raw`\bhighly recommend (?:it|this|the)\b`,
    String.raw`\bexcited to try\b`,
    String.raw`^(?!what\b|which\b|who\b|i\b)[\w’'-]+(?: [\w’'-]+){0,3} is (?:perfect for|exactly what i need|the best thing)\b`,
    String.raw`\bi love (?:the way|how) (?:it|this)\b`,
    String.raw`\bprovides? a powerful\b`,
    String.raw`\boffers? a wide range of (?:features|tools|services)\b`,
    String.raw`\bgame[- ]changer\b`,
  ].join('|'),
  'i',
)

/** Keys as services make them, and long words of letters and digits mixed. */
const SECRET =
  /\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abpr])[-_][A-Za-z0-9_-]{12,}|\b(?:AKIA|ASIA|AIza)[A-Za-z0-9_-]{12,}|\beyJ[\w-]{10,}\.[\w-]{10,}|\b(?=[A-Za-z]*\d)(?=[a-z0-9]*[A-Z])(?=[A-Z0-9]*[a-z])[A-Za-z0-9+=]{24,}/

/** Of a text's words, so many in a row that the tool has are a repetition. */
const MOSTLY = 0.6
const REPEATED = { fewest: 4, most: 12 }

function repeatsTool(words: readonly string[], own: readonly string[]): boolean {
  const least = Math.max(REPEATED.fewest, Math.min(REPEATED.most, Math.ceil(MOSTLY * words.length)))
  if (words.length < least) return false
  const texts = own.map((text) => ` ${wordsOf(text).join(' ')} `)
  return words.some(
    (_, at) =>
      at + least <= words.length &&
      texts.some((text) => text.includes(` ${words.slice(at, at + least).join(' ')} `)),
  )
}

/** Questions of people who read a manual; who needs a tool does not know that there is one. */
const ABOUT_TOOL =
  /\b(?:what|how|who|which|where|is|does|can|describe|explain|know|use|using|description|name|features?|purpose|benefits?|creator|documentation|integrate)\b.*\b(?:(?:this|your) (?:tool|api|function|skill|plugin|service|platform)|the (?:tool|plugin|assistant|ai tool))(?:['’]s)?(?: (?:do|does|work|works|called|name|description|about|for|offer|provide)\b|\s*[?.!]|$)/i
const JSON_TALK = /\bjson\b|"\w+"\s*:|\bthe (?:quoted|data) (?:text|above|below)\b/i

const isAboutTool = (text: string, name: string): boolean =>
  ABOUT_TOOL.test(text) || namesIdentifier(text, name) || JSON_TALK.test(text)

/** A name that nobody would type who has not read the catalog. */
function namesIdentifier(text: string, name: string): boolean {
  const isIdentifier = /[_./:-]|\p{Ll}\p{Lu}/u.test(name)
  return isIdentifier && sameText(text).includes(name.toLowerCase())
}

/** Sentences that any request may hold, and that say nothing of what is wanted. */
const GENERAL = new Set(
  `a an and any are d ll m re s t ve advice anyone assist assistance available be best can could detail details do for find give good got guide
   guidance have help helpful how i idea ideas if in information instructions is it know like look looking me my need
   of on one option options or please possible possibly provide question recommend recommendation recommendations resource resources
   show so some somebody someone something step steps suggest suggestion suggestions sure tell thank thanks that the there
   them these thing things this those tip tips to tool tools use useful want way ways what where which who will with would you your
   app apps service services reliable by appreciate advance sounds great let us get started quickly easily try`
    .trim()
    .split(/\s+/),
)

const isGeneral = (sentence: string): boolean => {
  const words = wordsOf(sentence)
  const telling = words.filter((word) => !GENERAL.has(word))
  return telling.length === 0 || (telling.every((word) => DOING.has(word)) && namesPronoun(words))
}

/** “Can you help me find them?” says nothing without the sentence before it. */
const DOING = new Set(['create', 'make', 'buy', 'choose', 'see', 'read', 'set', 'change'])
const namesPronoun = (words: readonly string[]): boolean =>
  words.some((word, at) => PRONOUNS.has(word) && DOING.has(words[at - 1] ?? ''))
const PRONOUNS = new Set(['them', 'one', 'it', 'that', 'this'])

/**
 * Without sentences that say nothing of what is wanted, or are about the tool itself; as it is
 * where no other is left.
 */
function withoutTalk(text: string, { part, name }: JunkContext): string {
  const isTalk = (sentence: string) =>
    isGeneral(sentence) || (part === 'questions' && isAboutTool(sentence, name))
  const kept = text.split(/(?<=[.!?])\s+/).filter((sentence) => !isTalk(sentence))
  return kept.length > 0 ? kept.join(' ') : text
}
