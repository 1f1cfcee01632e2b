import { placeOfKey, type KeyedTexts } from './keyed-texts'
import {
  frequenciesOf,
  lengthOf,
  numberOfTerm,
  termCount,
  type Postings,
  type TermsOfText,
} from './postings'

/** Texts by key with what they hold. */
interface Indexed<Key extends string> {
  keyed: KeyedTexts<Key>
  postings: Postings
}

/** The place of a text that is gone. */
const GONE = -1

/**
 * The same texts with others in place of all that stood for some keys, or added where none did:
 * what indexing them all anew would give, but for the numbers of terms. Takes as long as copying
 * the postings does, however many keys are replaced.
 */
export function withTexts<Key extends string>(
  { keyed, postings }: Indexed<Key>,
  replaced: ReadonlyMap<Key, readonly TermsOfText[]>,
): Indexed<Key> {
  const { placeOf, added, ...next } = placed(keyed, replaced)
  const lengths = new Float32Array(next.starts.at(-1) as number)
  for (let text = 0; text < placeOf.length; text++) {
    const place = placeOf[text] as number
    if (place !== GONE) lengths[place] = postings.lengths[text] as number
  }
  for (const { place, text } of added) lengths[place] = lengthOf(text)
  return { keyed: next, postings: { ...postingsWith(postings, placeOf, added), lengths } }
}

/** A text that was not there, and its number. */
interface Added {
  place: number
  text: TermsOfText
}

/**
 * The keys as they are then, the new number of each text that was there, and the texts added, by
 * number.
 */
function placed<Key extends string>(
  { keys, starts }: KeyedTexts<Key>,
  replaced: ReadonlyMap<Key, readonly TermsOfText[]>,
): KeyedTexts<Key> & { placeOf: Int32Array; added: Added[] } {
  const placeOf = new Int32Array(starts[keys.length] ?? 0).fill(GONE)
  const added: Added[] = []
  const keysThen: Key[][] = []
  const startsThen = new Uint32Array(keys.length + replaced.size + 1)
  let number = 0
  let count = 0
  let from = 0
  /** Those before a key that is replaced stay as they are. */
  const keepUpTo = (to: number) => {
    keysThen.push(keys.slice(from, to))
    const shift = count - (starts[from] as number)
    for (let at = from; at < to; at++) startsThen[number++] = (starts[at] as number) + shift
    for (let text = starts[from] as number; text < (starts[to] as number); text++) {
      placeOf[text] = count++
    }
  }
  for (const [key, texts] of [...replaced].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const at = placeOfKey(keys, key)
    keepUpTo(at)
    from = keys[at] === key ? at + 1 : at
    if (texts.length === 0) continue
    keysThen.push([key])
    startsThen[number++] = count
    for (const text of texts) added.push({ place: count++, text })
  }
  keepUpTo(keys.length)
  startsThen[number] = count
  return { keys: keysThen.flat(), starts: startsThen.slice(0, number + 1), placeOf, added }
}

/** The postings of the texts by their new numbers, with those of the texts added. */
function postingsWith(
  postings: Postings,
  placeOf: Int32Array,
  added: readonly Added[],
): Omit<Postings, 'lengths'> {
  const { offsets, documents, frequencies } = postings
  const { termNumbers, entriesOf, entries: more } = numbered(postings, added)
  const terms = termCount(postings)
  const size = stayingEntries(documents, placeOf) + more
  const documentsThen = new Uint32Array(size)
  const frequenciesThen = new Float32Array(size)
  const offsetsThen = new Uint32Array(termNumbers.size + 1)
  let entries = 0
  for (let term = 0; term < termNumbers.size; term++) {
    const own = entriesOf.get(term)
    const start = term < terms ? (offsets[term] as number) : 0
    const end = term < terms ? (offsets[term + 1] as number) : 0
    let next = 0
    for (let entry = start; entry < end; entry++) {
      const place = placeOf[documents[entry] as number] as number
      if (place === GONE) continue
      if (own) next = putBefore(own, next, place)
      documentsThen[entries] = place
      frequenciesThen[entries++] = frequencies[entry] as number
    }
    if (own) putBefore(own, next, Infinity)
    offsetsThen[term + 1] = entries
  }
  return {
    termNumbers,
    offsets: offsetsThen,
    documents: documentsThen,
    frequencies: frequenciesThen,
  }

  /**
   * Puts those of the added texts, from the `next` on, that stand before a place, and gives the
   * first that does not.
   */
  function putBefore(own: readonly Counted[], next: number, place: number): number {
    let at = next
    for (; at < own.length && (own[at] as Counted).place < place; at++) {
      documentsThen[entries] = (own[at] as Counted).place
      frequenciesThen[entries++] = (own[at] as Counted).count
    }
    return at
  }
}

/** How many entries are of texts that stay. */
function stayingEntries(documents: Uint32Array, placeOf: Int32Array): number {
  let staying = 0
  for (let entry = 0; entry < documents.length; entry++) {
    if (placeOf[documents[entry] as number] !== GONE) staying++
  }
  return staying
}

/** How much a term counts in the text of a number. */
interface Counted {
  place: number
  count: number
}

/**
 * What each term counts in which of the texts added, by number; terms that no text held get numbers
 * after all others.
 */
function numbered({ termNumbers }: Postings, added: readonly Added[]) {
  const entriesOf = new Map<number, Counted[]>()
  let entries = 0
  for (const { place, text } of added) {
    for (const [term, count] of frequenciesOf(text)) {
      const number = numberOfTerm(termNumbers, term)
      const own = entriesOf.get(number)
      if (own) own.push({ place, count })
      else entriesOf.set(number, [{ place, count }])
      entries++
    }
  }
  return { termNumbers, entriesOf, entries }
}
