import { createHash } from 'node:crypto'
import { Matrix } from 'ml-matrix'
import type { KeptBytes } from '../kit'
import { usedOf, type Learned } from './learn'
import type { Past, Pause } from './past'
import { similarityTo } from './similar-queries'

/** To be counted up whenever what is learned, or how it is laid out, changes. */
const VERSION = 1
const WORD = Float64Array.BYTES_PER_ELEMENT
const NAME = 'learned from past queries'

/** From how many past queries on what they taught is kept: fewer are learned from in half a second. */
export const FEWEST_KEPT = 300

type Models = Pick<Learned, 'asNew' | 'asAny' | 'least' | 'nearness' | 'gate'>

/** What is no long array of numbers. */
interface Head {
  version: number
  /** What was learned from, see {@link nameOfPast}. */
  of: string
  models: Models
}

/** What tells one past from another: its queries with their tools, and by whose vectors they are compared. */
export function nameOfPast({ tools, queries }: Past, embedder: string): string {
  const hash = createHash('sha256').update(JSON.stringify([VERSION, embedder, tools]))
  for (const { id, text, tools: used } of queries) hash.update(JSON.stringify([id, text, used]))
  return hash.digest('hex')
}

/** What was learned from just this past by an earlier process, if it was kept. */
export async function readLearned(
  derived: KeptBytes | undefined,
  { past, of, pause }: { past: Past; of: string; pause: Pause },
): Promise<Learned | undefined> {
  const bytes = await derived?.read(NAME)
  const kept = bytes && unpacked(bytes, { of, past })
  if (!kept) return undefined
  return { ...kept, past, used: usedOf(past), similarity: await similarityTo(past, pause) }
}

export const keepLearned = async (
  derived: KeptBytes | undefined,
  learned: Learned,
  of: string,
): Promise<void> => derived?.keep(NAME, packed(learned, of))

/** The length of the head, the head as JSON, the inverse of the ridge, and its weights. */
function packed({ ridge, ...models }: Learned, of: string): Uint8Array {
  const { asNew, asAny, least, nearness, gate } = models
  const head: Head = { version: VERSION, of, models: { asNew, asAny, least, nearness, gate } }
  const text = new TextEncoder().encode(JSON.stringify(head))
  const rows = [...ridge.inverse.to2DArray().map((row) => Float64Array.from(row)), ...ridge.weights]
  const numbers = rows.map((row) => new Uint8Array(row.buffer, row.byteOffset, row.byteLength))
  const length = new Uint8Array(Uint32Array.of(text.byteLength).buffer)
  return joined([length, text, ...numbers])
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

function unpacked(
  bytes: Uint8Array,
  { of, past }: { of: string; past: Past },
): (Models & Pick<Learned, 'ridge'>) | undefined {
  if (bytes.byteLength < 4) return undefined
  const lengths = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = 4 + lengths.getUint32(0, true)
  const head = headIn(bytes.subarray(4, start))
  const size = past.vectors.dimensions + 1
  const isWhole = bytes.byteLength === start + WORD * size * (size + past.tools.length)
  if (head?.version !== VERSION || head.of !== of || !isWhole) return undefined
  // A copy, as arrays of numbers begin only at whole words.
  const numbers = new Float64Array(size * (size + past.tools.length))
  new Uint8Array(numbers.buffer).set(bytes.subarray(start))
  const weights = numbers.subarray(size * size)
  return {
    ...head.models,
    ridge: {
      inverse: Matrix.from1DArray(size, size, numbers.subarray(0, size * size)),
      weights: Array.from({ length: size }, (_, row) =>
        weights.subarray(row * past.tools.length, (row + 1) * past.tools.length),
      ),
    },
  }
}

function headIn(bytes: Uint8Array): Head | undefined {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Head
  } catch {
    return undefined
  }
}
