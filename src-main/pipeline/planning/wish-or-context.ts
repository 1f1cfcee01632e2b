/** A clause, and whether a comma stands before it in its sentence. */
export interface Joined {
  text: string
  followsComma: boolean
}

interface Telling {
  isQuestion: boolean
  /** Whether a clause has words enough to be searched; those that have not still begin a sentence. */
  holdsWish: (clause: string) => boolean
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** What says anywhere in a clause that somebody wants something. All repetitions are bounded. */
const CUE =
  /\b(?:i|we)(?:'(?:m|re|d|ve))?(?: \w+){0,2} (?:need|want|require|wish|hope to|hoping to|looking|searching|trying to|wondering|curious|interested)\b|\b(?:i|we)(?:'d| would)(?: \w+)? (?:like|love)\b|^(?:would )?(?:like|love) to\b|\b(?:please|help me|help us|help with|how to|how do|how can|let me|tell me|show me|give me)\b|\b(?:can|could|would|will|should|may|do|does|did|is|are|was|were) (?:i|we|you|he|she|it|they|there)\b/
/** What a wish begins with wherever its clause stands: “I moved and need …”. */
const BEGINS_WISH = words('what how why please let need want require')
/** What a question begins with, where it stands first; later it goes on with what is told: “It broke, which was sad”. */
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
/** A noun of several, or “Ann's”: a verb in its bare form, with which a command begins, hardly ends so. */
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
 * Tells for each clause of an English sentence whether it carries a wish; the others only tell something. A clause carries one
 * that has a cue, begins with a bare verb as commands do, or goes on with one that does. What begins with a subject, or hangs
 * on another clause, tells something, and so does what goes on with it. Pegboard's own, see `fusion/README.md`.
 */
export function tellWishes(
  clauses: readonly Joined[],
  { isQuestion, holdsWish }: Telling,
): boolean[] {
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

/** @param goesOnWithWish whether the clause before carries a wish; absent where a sentence begins. */
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

interface Said {
  first: string
  second: string
  said: string
}

function kindOf({ first, second, said }: Said): Beginning {
  // “let's” and “I'm” without what is joined to them.
  const [word = ''] = first.split("'", 1)
  if (CUE.test(said) || BEGINS_WISH.has(word)) return 'wish'
  if (BEGINS_QUESTION.has(word)) return 'question'
  if (SUBORDINATES.has(word)) return 'hanging'
  if (SUBJECTS.has(word) || THANKS.test(word)) return 'subject'
  const isNoun = DETERMINERS.has(word) || PLURAL.test(first) || FOLLOWS_SUBJECT.has(second)
  return isNoun ? 'noun' : 'bare'
}
