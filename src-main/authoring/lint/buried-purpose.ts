import type { CatalogTool } from '../../domain/tool'
import { analyser, splitIdentifier } from '../../pipeline/knowledge-base/analyse'
import type { CommonTexts } from '../../pipeline/knowledge-base/common-texts'
import { comparable, LONGEST_FIRST, sentencesOf } from '../../pipeline/knowledge-base/sentences'
import { descriptionOf, shortened } from '../../pipeline/knowledge-base/tool-document'
import { hasVerb, seemsEnglish } from './purpose'

/** A description whose purpose stands behind something else. */
export interface BuriedPurpose {
  /** `shared`: behind what many tools say. `empty`: behind what says nothing of it. `late`: far down a long text. */
  by: 'shared' | 'empty' | 'late'
  /** The sentence that it begins with. */
  first: string
  /** The sentence to begin with. */
  purpose: string
}

/** Characters of a description that is long enough to bury what it says. */
const LONG = 600

/** What stands before the purpose of a tool where it is searched; undefined where nothing does. */
export function buriedPurpose(entry: CatalogTool, common: CommonTexts): BuriedPurpose | undefined {
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

/** The retrieval description that says its purpose first, and all else as before; undefined where nothing buries it. */
export function purposeFirst(entry: CatalogTool, common: CommonTexts): string | undefined {
  const purpose = buriedPurpose(entry, common)?.purpose
  if (purpose === undefined) return undefined
  const text = descriptionOf(entry)
  const at = text.indexOf(purpose)
  const others = `${text.slice(0, at).trim()} ${text.slice(at + purpose.length).trim()}`
  return `${purpose}\n${others.trim()}`
}

const stems = analyser(['split-identifiers', 'stop-words', 'stemming'])

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
/** What is to be given or allowed before a tool is called, that it should not be called at all, and what is noted beside it. */
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
