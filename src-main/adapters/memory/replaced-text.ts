import { numberOf, type KeyedTexts } from './keyed-texts'
import { frequenciesOf, lengthOf, type Postings, type TermsOfText } from './postings'

/** Texts by key with what they hold. */
interface Indexed<Key extends string> {
  keyed: KeyedTexts<Key>
  postings: Postings
}

/** Some texts, by number, that one text takes the place of; none where it is put before text `from`. */
interface Place {
  from: number
  to: number
}

/**
 * The same texts with this one in place of all that stood for its key, or added where none did: what indexing them all anew
 * would give, but for the numbers of terms. Takes as long as copying the postings does.
 */
export function withText<Key extends string>(
  { keyed, postings }: Indexed<Key>,
  { key, ...text }: { key: Key } & TermsOfText,
): Indexed<Key> {
  const number = numberOf(keyed, key)
  const at = number ?? keyed.keys.filter((other) => other < key).length
  const from = keyed.starts[at] as number
  const place = { from, to: number === undefined ? from : (keyed.starts[at + 1] as number) }
  return {
    keyed: {
      keys: keyed.keys.toSpliced(at, place.to - from > 0 ? 1 : 0, key),
      starts: startsWith(keyed.starts, at, place),
    },
    postings: postingsWith(postings, place, text),
  }
}

/** Where the texts of each key start, with a single one in `place`. */
function startsWith(starts: Uint32Array, at: number, { from, to }: Place): Uint32Array {
  const later = [...starts.subarray(to > from ? at + 1 : at)]
  const shift = 1 - (to - from)
  return Uint32Array.from([...starts.subarray(0, at), from, ...later.map((start) => start + shift)])
}

function postingsWith(postings: Postings, place: Place, text: TermsOfText): Postings {
  const { from, to } = place
  const shift = 1 - (to - from)
  const { termNumbers, added } = numbered(postings.termNumbers, text)
  const most = postings.documents.length + added.size
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
    const own = added.get(term)
    if (own !== undefined) put(from, own)
    while (entry < end && (postings.documents[entry] as number) < to) entry++
    for (; entry < end; entry++) {
      put((postings.documents[entry] as number) + shift, postings.frequencies[entry] as number)
    }
    offsets[term + 1] = entries
  }
  const lengths = [...postings.lengths].toSpliced(from, to - from, lengthOf(text))
  return {
    termNumbers,
    offsets,
    documents: documents.slice(0, entries),
    frequencies: frequencies.slice(0, entries),
    lengths: Float32Array.from(lengths),
  }
}

/** What each term of the text counts in it, by number; terms that no text held get numbers after all others. */
function numbered(known: ReadonlyMap<string, number>, text: TermsOfText) {
  const counts = frequenciesOf(text)
  const isNew = [...counts.keys()].some((term) => !known.has(term))
  const termNumbers = isNew ? new Map(known) : known
  const added = new Map<number, number>()
  for (const [term, count] of counts) {
    const number = termNumbers.get(term) ?? termNumbers.size
    if (number === termNumbers.size) (termNumbers as Map<string, number>).set(term, number)
    added.set(number, count)
  }
  return { termNumbers, added }
}
