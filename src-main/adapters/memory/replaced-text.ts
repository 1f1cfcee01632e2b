import type { KeyedTexts } from './keyed-texts'
import { frequenciesOf, lengthOf, type Postings, type TermsOfText } from './postings'

/** Texts by key with what they hold. */
interface Indexed<Key extends string> {
  keyed: KeyedTexts<Key>
  postings: Postings
}

/** The place of a text that is gone. */
const GONE = -1

/**
 * The same texts with others in place of all that stood for some keys, or added where none did: what indexing them all anew would
 * give, but for the numbers of terms. Takes as long as copying the postings does, however many keys are replaced.
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

/** The keys as they are then, the new number of each text that was there, and the texts added, by number. */
function placed<Key extends string>(
  { keys, starts }: KeyedTexts<Key>,
  replaced: ReadonlyMap<Key, readonly TermsOfText[]>,
): KeyedTexts<Key> & { placeOf: Int32Array; added: Added[] } {
  const placeOf = new Int32Array(starts[keys.length] ?? 0).fill(GONE)
  const added: Added[] = []
  const keysThen: Key[] = []
  const startsThen: number[] = []
  let count = 0
  const put = (key: Key, texts: readonly TermsOfText[]) => {
    if (texts.length === 0) return
    keysThen.push(key)
    startsThen.push(count)
    for (const text of texts) added.push({ place: count++, text })
  }
  const waiting = [...replaced].sort(([a], [b]) => (a < b ? -1 : 1))
  let next = 0
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as Key
    while (next < waiting.length && (waiting[next] as [Key, unknown])[0] < key) {
      put(...(waiting[next++] as [Key, TermsOfText[]]))
    }
    if (waiting[next]?.[0] === key) {
      put(...(waiting[next++] as [Key, TermsOfText[]]))
      continue
    }
    keysThen.push(key)
    startsThen.push(count)
    for (let text = starts[at] as number; text < (starts[at + 1] as number); text++) {
      placeOf[text] = count++
    }
  }
  for (; next < waiting.length; next++) put(...(waiting[next] as [Key, TermsOfText[]]))
  return { keys: keysThen, starts: Uint32Array.from([...startsThen, count]), placeOf, added }
}

/** The postings of the texts by their new numbers, with those of the texts added. */
function postingsWith(
  postings: Postings,
  placeOf: Int32Array,
  added: readonly Added[],
): Omit<Postings, 'lengths'> {
  const { termNumbers, entriesOf, entries: more } = numbered(postings.termNumbers, added)
  const most = postings.documents.length + more
  const documents = new Uint32Array(most)
  const frequencies = new Float32Array(most)
  const offsets = new Uint32Array(termNumbers.size + 1)
  const terms = postings.offsets.length - 1
  let entries = 0
  for (let term = 0; term < termNumbers.size; term++) {
    const own = entriesOf.get(term) ?? NONE
    let next = 0
    const end = term < terms ? (postings.offsets[term + 1] as number) : 0
    for (let entry = term < terms ? (postings.offsets[term] as number) : 0; entry < end; entry++) {
      const place = placeOf[postings.documents[entry] as number] as number
      if (place === GONE) continue
      for (; next < own.length && (own[next] as Counted).place < place; next++) put(own[next])
      documents[entries] = place
      frequencies[entries++] = postings.frequencies[entry] as number
    }
    for (; next < own.length; next++) put(own[next])
    offsets[term + 1] = entries
  }
  return {
    ...{ termNumbers, offsets },
    documents: documents.slice(0, entries),
    frequencies: frequencies.slice(0, entries),
  }

  function put(counted: Counted | undefined): void {
    if (!counted) return
    documents[entries] = counted.place
    frequencies[entries++] = counted.count
  }
}

const NONE: readonly Counted[] = []

/** How much a term counts in the text of a number. */
interface Counted {
  place: number
  count: number
}

/** What each term counts in which of the texts added, by number; terms that no text held get numbers after all others. */
function numbered(known: ReadonlyMap<string, number>, added: readonly Added[]) {
  const counted = added.map(({ place, text }) => ({ place, counts: frequenciesOf(text) }))
  const isNew = counted.some(({ counts }) => [...counts.keys()].some((term) => !known.has(term)))
  const termNumbers = isNew ? new Map(known) : known
  const entriesOf = new Map<number, Counted[]>()
  let entries = 0
  for (const { place, counts } of counted) {
    for (const [term, count] of counts) {
      const number = termNumbers.get(term) ?? termNumbers.size
      if (number === termNumbers.size) (termNumbers as Map<string, number>).set(term, number)
      const own = entriesOf.get(number)
      if (own) own.push({ place, count })
      else entriesOf.set(number, [{ place, count }])
      entries++
    }
  }
  return { termNumbers, entriesOf, entries }
}
