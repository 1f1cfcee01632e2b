import type { Pooling } from '../../ports/hit'
import type { KeyedTexts } from './keyed-texts'
import type { Postings } from './postings'

/** What an index is made of. */
export interface LexicalIndexParts<Key extends string> {
  keyed: KeyedTexts<Key>
  postings: Postings
  pooling: Pooling
}

/** To be counted up whenever the layout changes. */
const VERSION = 2

/** What is no array of numbers. */
interface Head<Key extends string> {
  version: number
  pooling: Pooling
  keys: readonly Key[]
  /** Term `t` is `terms[t]`. */
  terms: string[]
}

/** How many arrays there are: of the keyed texts one, and four of the postings. */
const ARRAYS = 5

/** The parts as bytes: the lengths of the arrays, the arrays, and the rest as JSON. */
export function packIndex<Key extends string>(parts: LexicalIndexParts<Key>): Uint8Array {
  const { keyed, postings, pooling } = parts
  const head: Head<Key> = {
    version: VERSION,
    pooling,
    keys: keyed.keys,
    terms: [...postings.termNumbers.keys()],
  }
  const { offsets, documents, frequencies, lengths } = postings
  const arrays = [keyed.starts, offsets, documents, frequencies, lengths]
  return Buffer.concat(
    [Uint32Array.from(arrays, ({ length }) => length), ...arrays]
      .map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength))
      .concat(new TextEncoder().encode(JSON.stringify(head))),
  )
}

/** The parts that were packed, their arrays views into `bytes`; nothing for another version's. */
export function unpackIndex<Key extends string>(
  bytes: Uint8Array,
): LexicalIndexParts<Key> | undefined {
  // An array of numbers must begin where one may.
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const sizes = new Uint32Array(buffer, byteOffset, ARRAYS)
  let at = byteOffset + sizes.byteLength
  const place = (length: number) => {
    const start = at
    at += length * Uint32Array.BYTES_PER_ELEMENT
    return [buffer, start, length] as const
  }
  const [keyStarts = 0, terms = 0, entries = 0, counts = 0, texts = 0] = sizes
  const starts = new Uint32Array(...place(keyStarts))
  const offsets = new Uint32Array(...place(terms))
  const documents = new Uint32Array(...place(entries))
  const frequencies = new Float32Array(...place(counts))
  const lengths = new Float32Array(...place(texts))
  const rest = new Uint8Array(buffer, at, byteOffset + bytes.length - at)
  const head = JSON.parse(new TextDecoder().decode(rest)) as Head<Key>
  if (head.version !== VERSION) return undefined
  const termNumbers = new Map(head.terms.map((term, number) => [term, number]))
  const postings = { termNumbers, offsets, documents, frequencies, lengths }
  return { keyed: { keys: head.keys, starts }, postings, pooling: head.pooling }
}
