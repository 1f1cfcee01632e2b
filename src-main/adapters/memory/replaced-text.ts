import { numberOf, type KeyedTexts } from './keyed-texts'
import { frequenciesOf, lengthOf, type Postings, type TermsOfText } from './postings'

/** Texts by key with what they hold. */
interface Indexed<Key extends string> {
  keyed: KeyedTexts<Key>
  postings: Postings
}

/** Some texts, by number, that others take the place of; none where these are put before text `from`. */
interface Place {
  from: number
  to: number
}

/**
 * The same texts with these in place of all that stood for a key, or added where none did: what indexing them all anew
 * would give, but for the numbers of terms. Takes as long as copying the postings does.
 */
export function withTexts<Key extends string>(
  { keyed, postings }: Indexed<Key>,
  key: Key,
  texts: readonly TermsOfText[],
): Indexed<Key> {
  const number = numberOf(keyed, key)
  const at = number ?? keyed.keys.filter((other) => other < key).length
  const from = keyed.starts[at] as number
  const place = { from, to: number === undefined ? from : (keyed.starts[at + 1] as number) }
  const own = texts.length > 0 ? [key] : []
  return {
    keyed: {
      keys: keyed.keys.toSpliced(at, number === undefined ? 0 : 1, ...own),
      starts: startsWith(keyed.starts, { ...place, at }, texts.length),
    },
    postings: postingsWith(postings, place, texts),
  }
}

/** Where the texts of each key start, with so many in `place` for the key `at`. */
function startsWith(
  starts: Uint32Array,
  { at, from, to }: Place & { at: number },
  texts: number,
): Uint32Array {
  const later = [...starts.subarray(to > from ? at + 1 : at)]
  const shift = texts - (to - from)
  const own = texts > 0 ? [from] : []
  return Uint32Array.from([
    ...starts.subarray(0, at),
    ...own,
    ...later.map((start) => start + shift),
  ])
}

function postingsWith(
  postings: Postings,
  { from, to }: Place,
  texts: readonly TermsOfText[],
): Postings {
  const shift = texts.length - (to - from)
  const { termNumbers, added } = numbered(postings.termNumbers, texts)
  const entriesAdded = [...added.values()].reduce((sum, own) => sum + own.length, 0)
  const most = postings.documents.length + entriesAdded
  const documents = new Uint32Array(most)
  const frequencies = new Float32Array(most)
  const offsets = new Uint32Array(termNumbers.size + 1)
  let entries = 0
  const put = (document: number, frequency: number): void => {
    documents[entries] = document
    frequencies[entries++] = frequency
  }
  for (let term = 0; term < termNumbers.size; term++) {
    const end = postings.offsets[term + 1] ?? 0
    let entry = term < postings.offsets.length - 1 ? (postings.offsets[term] as number) : end
    for (; entry < end && (postings.documents[entry] as number) < from; entry++) {
      put(postings.documents[entry] as number, postings.frequencies[entry] as number)
    }
    for (const { text, count } of added.get(term) ?? []) put(from + text, count)
    while (entry < end && (postings.documents[entry] as number) < to) entry++
    for (; entry < end; entry++) {
      put((postings.documents[entry] as number) + shift, postings.frequencies[entry] as number)
    }
    offsets[term + 1] = entries
  }
  const lengths = [...postings.lengths].toSpliced(from, to - from, ...texts.map(lengthOf))
  return {
    termNumbers,
    offsets,
    documents: documents.slice(0, entries),
    frequencies: frequencies.slice(0, entries),
    lengths: Float32Array.from(lengths),
  }
}

/** How much a term counts in one of the texts. */
interface Counted {
  text: number
  count: number
}

/** What each term counts in which of the texts, by number; terms that no text held get numbers after all others. */
function numbered(known: ReadonlyMap<string, number>, texts: readonly TermsOfText[]) {
  const counted = texts.map(frequenciesOf)
  const isNew = counted.some((counts) => [...counts.keys()].some((term) => !known.has(term)))
  const termNumbers = isNew ? new Map(known) : known
  const added = new Map<number, Counted[]>()
  for (const [text, counts] of counted.entries()) {
    for (const [term, count] of counts) {
      const number = termNumbers.get(term) ?? termNumbers.size
      if (number === termNumbers.size) (termNumbers as Map<string, number>).set(term, number)
      added.set(number, [...(added.get(number) ?? []), { text, count }])
    }
  }
  return { termNumbers, added }
}
