import type { Clauses } from '../clauses-of-request'

/**
 * Where a request is cut: at the end of a clause, at a line, and at words that join what is to be
 * done.
 */
const CUT =
  /[,;.?!:](?=[\s,;.?!:]|$)|[，。；？！、：]+|\s[-–—]+\s|\n|\b(?:and|then|also|plus|as well as|finally|after that|afterwards|next|additionally)\b/giu
/** A cut that ends a sentence. */
const SENTENCE_END = /[.?!。？！\n]/u
const QUESTION = /[?？]/u
/** A clause of fewer words asks for nothing of its own. */
const LEAST_WORDS = 2
/** In characters: what is longer is a text rather than a request. */
const LONGEST_REQUEST = 10_000
/** As an analyser finds them. */
const WORD = /[\p{L}\p{N}]{2,}/gu
/**
 * The share of stop words from which a text is read as English; below it, words only look like
 * English ones.
 */
const LEAST_STOP_WORDS = 0.15

/** The words of a text that carry a wish: without stop words. */
type WordsOf = (text: string) => readonly string[]

/**
 * Reads the clauses of a request, in order and each once. Where none of them carries a wish that
 * could be told from context, or the text is not English, each counts as a wish.
 */
export const readClauses =
  (wordsOf: WordsOf) =>
  (text: string): Clauses => {
    if (text.length > LONGEST_REQUEST) return { wishes: [], context: [] }
    const isEnglish = shareOfStopWords(text, wordsOf) >= LEAST_STOP_WORDS
    const all = new Set<string>()
    const wishes = new Set<string>()
    for (const { clauses, isQuestion } of sentencesOf(text)) {
      const told = isEnglish
        ? tellWishes(clauses, { isQuestion, holdsWish })
        : clauses.map(() => true)
      for (const [at, { text: clause }] of clauses.entries()) {
        if (!holdsWish(clause)) continue
        all.add(clause)
        if (told[at]) wishes.add(clause)
      }
    }
    if (wishes.size > 0 && wishes.size < all.size) {
      return { wishes: [...wishes], context: [...all].filter((clause) => !wishes.has(clause)) }
    }
    return { wishes: all.size > 1 ? [...all] : [], context: [] }

    function holdsWish(clause: string): boolean {
      return wordsOf(clause).length >= LEAST_WORDS
    }
  }

/** The wishes of a request alone, see {@link readClauses}. */
export const clauses = (wordsOf: WordsOf) => {
  const read = readClauses(wordsOf)
  return (text: string): string[] => read(text).wishes
}

function shareOfStopWords(text: string, wordsOf: WordsOf): number {
  const words = text.match(WORD)?.length ?? 0
  return words === 0 ? 0 : 1 - wordsOf(text).length / words
}

interface Sentence {
  clauses: Joined[]
  isQuestion: boolean
}

/** The clauses of each sentence; what is cut at a comma, a dash or a word is of the same. */
function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let clauses: Joined[] = []
  let from = 0
  let followsComma = false
  const end = (at: number, by: string) => {
    const clause = text.slice(from, at).trim()
    const before = clauses.at(-1)
    if (before && isOnlyDetail(clause)) before.text = text.slice(before.from, at).trim()
    else if (clause !== '') clauses.push({ text: clause, from, followsComma })
    // “…, and then find”: the comma still stands before it.
    followsComma = by === ',' || (clause === '' && followsComma)
    from = at + by.length
    if (by !== '' && !SENTENCE_END.test(by)) return
    sentences.push({ clauses, isQuestion: QUESTION.test(by) })
    clauses = []
    followsComma = false
  }
  for (const { 0: by, index } of text.matchAll(CUT)) end(index, by)
  end(text.length, '')
  return sentences
}

/** A clause, and whether a comma stands before it in its sentence. */
interface Joined {
  text: string
  /** Where it begins in the request. */
  from: number
  followsComma: boolean
}

interface Telling {
  isQuestion: boolean
  /**
   * Whether a clause has words enough to be searched; those that have not still begin a sentence.
   */
  holdsWish: (clause: string) => boolean
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** What says when, beside figures. */
const WHEN = words(
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight yesterday noon midnight morning afternoon evening night day days week weeks month months year years am pm the in on at of to for until from next this',
)
/** `14`, `6.30`, `3rd`, `5pm`, `10:30`, `2024-03-01`, `20%`. */
const FIGURE = /^\p{N}[\p{N}.,:/-]*(?:st|nd|rd|th|am|pm|%)?$/u

/**
 * Whether a clause says when or how many and nothing else, as behind “on 14 and 15 March”: it goes
 * on with the clause before it.
 */
function isOnlyDetail(clause: string): boolean {
  const said = clause.toLowerCase().split(/\s+/).map(bareWord).filter(Boolean)
  return said.length > 0 && said.every((word) => FIGURE.test(word) || WHEN.has(word))
}

/** What says anywhere in a clause that somebody wants something. All repetitions are bounded. */
const CUE =
  /\b(?:i|we)(?:'(?:m|re|d|ve))?(?: \w+){0,2} (?:need|want|require|wish|hope to|hoping to|looking|searching|trying to|wondering|curious|interested)\b|\b(?:i|we)(?:'d| would)(?: \w+)? (?:like|love)\b|^(?:would )?(?:like|love) to\b|\b(?:please|help me|help us|help with|how to|how do|how can|let me|tell me|show me|give me)\b|\b(?:can|could|would|will|should|may|do|does|did|is|are|was|were) (?:i|we|you|he|she|it|they|there)\b/
/** What a wish begins with wherever its clause stands: “I moved and need …”. */
const BEGINS_WISH = words('what how why please let need want require')
/**
 * What a question begins with, where it stands first; later it goes on with what is told: “It
 * broke, which was sad”.
 */
const BEGINS_QUESTION = words(
  'which who whom whose can could would will should may might do does did is are was were am has have',
)
/** What begins a clause that hangs on another. */
const SUBORDINATES = words(
  'since because as after although though while when whenever where if once given seeing even whereas being having before until unless due',
)
/** A subject that begins a clause of its own wherever it stands. */
const SUBJECTS = words(
  'i we he she it they you there this that these those everybody everyone everything nobody somebody someone',
)
/** What begins a subject at the start of a sentence, and a thing of a list within one. */
const DETERMINERS = words(
  'my our his her its their your the a an some many most every each both all half one two three four no',
)
/** What may stand before the first word that tells something. */
const JOINS = words('and but so or yet now still well therefore')
/** After these a wish may follow what was told. */
const THEREFORE = words('so therefore')
/** What follows a subject, so that the word before it is no verb: “Rust is …”. */
const FOLLOWS_SUBJECT = words('is are was were has had will')
/**
 * A noun of several, or “Ann's”: a verb in its bare form, with which a command begins, hardly ends
 * so.
 */
const PLURAL = /[^su]s$/
const THANKS = /^thanks?$/

/** What came before a clause in its sentence. */
interface Before {
  /** Absent at the start of a sentence. */
  isWish?: boolean
  /** Whether a clause came that hangs on one to follow. */
  isOpen: boolean
}
const NOTHING: Before = { isOpen: false }

/**
 * Tells for each clause of an English sentence whether it carries a wish; the others only tell
 * something. A clause carries one that has a cue, begins with a bare verb as commands do, or goes
 * on with one that does. What begins with a subject, or hangs on another clause, tells something,
 * and so does what goes on with it. Pegboard's own, see `fusion/README.md`.
 */
function tellWishes(clauses: readonly Joined[], { isQuestion, holdsWish }: Telling): boolean[] {
  let before = NOTHING
  let asks = false
  const told = clauses.map(({ text, followsComma }) => {
    const [begins, isTherefore] = beginningOf(text)
    const isFirst = before.isWish === undefined || isTherefore || (before.isOpen && followsComma)
    const isWish = carriesWish(begins, isFirst ? undefined : before.isWish)
    const isSaid = holdsWish(text)
    asks ||= isWish && isSaid
    // “Yesterday, my dog ran away”, “…, so, find me a vet”: what is told or asked begins after it.
    const isPrelude = begins === 'nothing' ? isTherefore : isFirst && begins === 'bare' && !isSaid
    if (isPrelude) before = NOTHING
    else before = { isWish, isOpen: begins === 'hanging' || (before.isOpen && !isWish) }
    return isWish
  })
  return isQuestion && !asks ? told.map(() => true) : told
}

/**
 * @param goesOnWithWish whether the clause before carries a wish; absent where a sentence begins.
 */
function carriesWish(begins: Beginning, goesOnWithWish?: boolean): boolean {
  if (begins === 'wish') return true
  if (begins === 'subject' || begins === 'hanging') return false
  return goesOnWithWish ?? begins !== 'noun'
}

type Beginning = 'wish' | 'question' | 'hanging' | 'subject' | 'noun' | 'bare' | 'nothing'

/** What a clause begins with, and whether that follows from what was told. */
function beginningOf(clause: string): [Beginning, boolean] {
  const said = clause.toLowerCase().replaceAll('’', "'").split(/\s+/)
  const at = said.findIndex((word) => !JOINS.has(word))
  const isTherefore = said.slice(0, at === -1 ? undefined : at).some((word) => THEREFORE.has(word))
  const [first = '', second = ''] = at === -1 ? [] : said.slice(at, at + 2).map(bareWord)
  return [first === '' ? 'nothing' : kindOf({ first, second, said: said.join(' ') }), isTherefore]
}

/** Without quotes and brackets around it. */
const bareWord = (word: string): string => word.match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/u)?.[0] ?? ''

function kindOf({
  first,
  second,
  said,
}: {
  first: string
  second: string
  said: string
}): Beginning {
  // “let's” and “I'm” without what is joined to them.
  const [word = ''] = first.split("'", 1)
  if (CUE.test(said) || BEGINS_WISH.has(word)) return 'wish'
  if (BEGINS_QUESTION.has(word)) return 'question'
  if (SUBORDINATES.has(word)) return 'hanging'
  if (SUBJECTS.has(word) || THANKS.test(word)) return 'subject'
  const isNoun = DETERMINERS.has(word) || PLURAL.test(first) || FOLLOWS_SUBJECT.has(second)
  return isNoun ? 'noun' : 'bare'
}
