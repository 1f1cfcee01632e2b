import { descriptionOf } from '../../domain/tool/catalog-tool'
import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import { textNumber } from '../../domain/value/text-number'
import { splitIdentifier } from '../../pipeline/text/analyse'
import { isCommonSentence } from '../../pipeline/knowledge-base/common-texts'
import { comparable, LONGEST_FIRST, sentencesOf } from '../../pipeline/text/sentences'
import { shortened } from '../../pipeline/knowledge-base/tool-document'
import { analysersOf, quoted, type LintedTool } from './linted-tool'
import { isVerbForm } from './verb-forms'
import { byNotes, type LintRule, type LintSubject, type Objection, type Pause } from './rule'

/** Endings that are a verb’s, or nearly always. */
const VERB_ENDING = /.{2}(?:ing|ed|ize[sd]?|ise[sd]|ify|ifies)$/
/** What is told with a verb behind it: “lets you …”, “to …”, “that …”. */
const BEFORE_VERB =
  /\b(?:to|lets?|allows?|helps?|which|who|that|i|you|we|it)\s+(?!a\b|an\b|the\b)[a-z]{2,}/

/** Words that nearly every English sentence has one of. */
const ENGLISH = /\b(?:a|an|the|of|for|and|or|with|to|in|on|from|by|your|is|are|at|this|that)\b/
/** The same of languages whose words these rules would take for nouns. */
const FOREIGN =
  /[^\p{Script=Latin}\p{P}\p{N}\p{S}\p{Z}\n\t]|\b(?:der|die|das|und|ein|eine|für|mit|le|la|les|des|une|pour|avec|et|el|los|las|una|para|con|il|gli|uno|per|o|os|do|da|em|het|een|voor|og|och|för|till)\b/u

/** Whether a text seems to be English; of what is not, the rules about words say nothing. */
export const seemsEnglish = (text: string): boolean => {
  const lower = text.toLowerCase()
  return ENGLISH.test(lower) && !FOREIGN.test(lower)
}

/** What begins with a verb, known or not: “Spawn an enemy”, “Donate to a cause”. */
const IMPERATIVE =
  /^\W*[a-z]{3,}\s+(?:a|an|the|your|all|any|this|these|to|from|into|with|on|up|out|off|in)\s/

/**
 * Whether an English description says what the tool does: has any verb. Of other languages it is
 * taken to.
 * @param name as words; what both begin with is what the tool does
 */
export const statesPurpose = (description: string, name: string): boolean =>
  !seemsEnglish(description) || hasVerb(description, name)

/**
 * Whether an English text has any verb.
 * @param name as words; what both begin with is taken for one
 */
function hasVerb(english: string, name: string): boolean {
  const text = english.toLowerCase().replace(/[’]/g, "'")
  if (BEFORE_VERB.test(text) || IMPERATIVE.test(text)) return true
  const [first = ''] = /[a-z]+/.exec(text) ?? []
  if (name.toLowerCase().startsWith(`${first} `)) return true
  return (text.match(/[a-z]+/g) ?? []).some((word) => isVerbForm(word) || VERB_ENDING.test(word))
}

/** A description whose purpose stands behind something else. */
interface BuriedPurpose {
  /**
   * `shared`: behind what many tools say. `empty`: behind what says nothing of it. `late`: far down
   * a long text.
   */
  by: 'shared' | 'empty' | 'late'
  /** The sentence that it begins with. */
  first: string
  /** The sentence to begin with. */
  purpose: string
}

/** Characters of a description that is long enough to bury what it says. */
const LONG = 600

/** Sentences that many tools say, {@link comparable}. */
interface CommonSentences {
  sentences: { has(sentence: string): boolean }
}

/** What stands before the purpose of a tool where it is searched; undefined where nothing does. */
export function buriedPurpose(
  entry: CatalogTool,
  common: CommonSentences,
): BuriedPurpose | undefined {
  const text = shortened(descriptionOf(entry))
  const [first = '', ...rest] = sentencesOf(text)
  if (rest.length === 0) return undefined
  const isShared = (sentence: string) => common.sentences.has(comparable(sentence))
  const later = rest.filter((sentence) => !isShared(sentence))
  const isEnglish = seemsEnglish(text)
  const words = nameWords(entry)
  const stating = (isIt: (sentence: string) => boolean) =>
    later.find((sentence) => isIt(sentence) && saysPurpose(sentence, words))
  const buriedBy = (by: BuriedPurpose['by'], purpose: string | undefined) =>
    purpose === undefined ? undefined : { by, first, purpose }
  if (isShared(first)) {
    return buriedBy('shared', (isEnglish ? stating(() => true) : undefined) ?? later[0])
  }
  if (!isEnglish) return undefined
  if (saysNothing(first, words)) {
    const naming = stating((sentence) => words.sharedWith(sentence) > 0)
    return buriedBy('empty', naming)
  }
  const isLate = text.length > LONG && words.sharedWith(text.slice(0, LONGEST_FIRST)) === 0
  return isLate ? buriedBy('late', stating(words.areIn)) : undefined
}

/**
 * The retrieval description that says its purpose first, and all else as before; undefined where
 * nothing buries it.
 */
export function purposeFirst(entry: CatalogTool, common: CommonSentences): string | undefined {
  const purpose = buriedPurpose(entry, common)?.purpose
  if (purpose === undefined) return undefined
  const text = descriptionOf(entry)
  const at = text.indexOf(purpose)
  const others = `${text.slice(0, at).trim()} ${text.slice(at + purpose.length).trim()}`
  return `${purpose}\n${others.trim()}`
}

const { ofDocument: stems } = analysersOf(['split-identifiers', 'stop-words', 'stemming'])

/** Words of names that tell no tool from others. */
const OF_EVERY_NAME: ReadonlySet<string> = new Set(
  stems('get list fetch retrieve api tool function service plugin app data info'),
)
/** Letters of a word of a name that longer words begin with: “org”, “organization”. */
const FEWEST_BEGINNING = 3
/** Letters of a word that is known within a name written as one: “getweather”. */
const FEWEST_WITHIN = 5

/** What a tool is called, in words, and how much of that a text says. */
interface NameWords {
  name: string
  /** How many words of a text are of it. */
  sharedWith(text: string): number
  /** Whether the text says most of it. */
  areIn: (text: string) => boolean
}

function nameWords({ tool }: CatalogTool): NameWords {
  const name = splitIdentifier(tool.name)
  const words = new Set(
    stems(`${tool.name} ${tool.title ?? ''}`).filter((word) => !OF_EVERY_NAME.has(word)),
  )
  const whole = tool.name.toLowerCase()
  const isOfName = (word: string) =>
    words.has(word) ||
    (word.length >= FEWEST_WITHIN && whole.includes(word)) ||
    [...words].some((own) => own.length >= FEWEST_BEGINNING && word.startsWith(own))
  const sharedWith = (text: string) => new Set(stems(text).filter(isOfName)).size
  return { name, sharedWith, areIn: (text) => sharedWith(text) * 2 > words.size }
}

/** Headings, labels, marks of notes, rows of tables, and lines that are drawn. */
const MARKUP =
  /^#{1,6}\s|^\|.*\|$|^\W*(?:\*\*|__)[^*_]+(?:\*\*|__)\W*$|:\W*$|\[!\w+\]|^[-=`*_>\s]+$/
const LINK = /\b(?:https?:\/\/|www\.)\S+/g
/** What stands beside a link to further reading. */
const POINTER =
  /^\W*(?:for (?:more|further) [a-z ]+,?\s*)?(?:see|read|visit|refer to|docs?|documentation|source)\b/i
/**
 * What is to be given or allowed before a tool is called, that it should not be called at all, and
 * what is noted beside it.
 */
const ASIDE =
  /^\W*(?:requires?\b|required\b|you (?:must|need|have to)\b|deprecated\b|(?:note|warning|important|caution|[a-z ]{0,30}notice)\W*:|(?:oauth|access|api|bearer|personal|fine-grained)\b.{0,60}\b(?:tokens?|keys?|scopes?)\b.{0,60}\b(?:needs?|must|requires?|required)\b)/i
/** What says when something else holds. */
const CONDITION = /^\W*(?:if|when|unless)\b/i

/** Whether the first sentence of an English description says nothing of what its tool does. */
function saysNothing(sentence: string, words: NameWords): boolean {
  const bare = sentence.replace(LINK, ' ')
  if (ASIDE.test(bare) || (bare !== sentence && POINTER.test(bare))) return !words.areIn(bare)
  if (hasVerb(bare, words.name)) return false
  return MARKUP.test(sentence) || words.sharedWith(bare) === 0
}

/** Whether a sentence further down may be what a description should begin with. */
const saysPurpose = (sentence: string, words: NameWords): boolean =>
  !ASIDE.test(sentence) && !CONDITION.test(sentence) && !saysNothing(sentence, words)

/** The id of the rule whose findings a sentence moved to the front would mend. */
export const PURPOSE_BURIED = 'purpose-buried'

/** Where in a description its purpose stands. */
export const PURPOSE_RULES: readonly LintRule[] = [
  {
    id: PURPOSE_BURIED,
    severity: 'warning',
    title: 'Purpose buried',
    why: 'The first sentence that is a description’s own counts most in a search, and is what an agent reads first.',
    ofCatalog: byNotes(noteSentences, buriedAmong),
  },
]

/** The sentences of a tool as numbers, and what buries its purpose, by which of them are shared. */
interface SentencesNoted {
  sentences: readonly number[]
  found: { shared: string; objection: Objection | undefined }
}

const NO_SENTENCE: SentencesNoted = { sentences: [], found: { shared: '', objection: undefined } }

function noteSentences({ entry }: LintedTool): SentencesNoted {
  const sentences = sentencesOf(shortened(descriptionOf(entry))).map(sentenceNumber)
  if (sentences.length === 0) return NO_SENTENCE
  return { sentences, found: { shared: '', objection: buriedIn(entry, new Set()) } }
}

const sentenceNumber = (sentence: string): number => textNumber(comparable(sentence))

function buriedIn(entry: CatalogTool, shared: ReadonlySet<number>): Objection | undefined {
  const has = (comparableSentence: string) => shared.has(textNumber(comparableSentence))
  const buried = buriedPurpose(entry, { sentences: { has } })
  return buried && objectionTo(entry, buried)
}

async function buriedAmong(
  notes: readonly SentencesNoted[],
  { read }: LintSubject,
  pause: Pause,
): Promise<Objection[]> {
  const counts = new Map<number, number>()
  for (const { sentences } of notes) {
    for (const each of new Set(sentences)) counts.set(each, (counts.get(each) ?? 0) + 1)
    await pause()
  }
  const common = new Set<number>()
  for (const [sentence, count] of counts) {
    if (isCommonSentence(count, notes.length)) common.add(sentence)
  }
  const objections: Objection[] = []
  for (const [at, noted] of notes.entries()) {
    const shared = noted.sentences.some((each) => common.has(each))
      ? noted.sentences.map((each) => (common.has(each) ? '1' : '0')).join('')
      : ''
    if (noted.found.shared !== shared) {
      noted.found = { shared, objection: buriedIn(read(at), common) }
    }
    if (noted.found.objection) objections.push(noted.found.objection)
    await pause()
  }
  return objections
}

const WHAT: Record<BuriedPurpose['by'], (first: string, purpose: string) => string> = {
  shared: (first, purpose) =>
    `It begins with ${first}, which many tools say; what is its own comes later: ${purpose}.`,
  empty: (first, purpose) => `It begins with ${first}; what it does comes later: ${purpose}.`,
  late: (first, purpose) => `It begins with ${first}; no word of its name comes before ${purpose}.`,
}

const objectionTo = (entry: CatalogTool, { by, first, purpose }: BuriedPurpose): Objection => ({
  tool: idOf(entry),
  about: descriptionOf(entry),
  hasMend: true,
  where: entry.layer.description === undefined ? 'description' : 'retrieval description',
  what: WHAT[by](quoted(first), quoted(purpose)),
  fix:
    by === 'shared'
      ? 'Move it behind the first own sentence, or leave it out.'
      : `Begin with what it does: ${quoted(purpose, 40)}.`,
})
