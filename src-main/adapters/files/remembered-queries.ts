import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Embedder } from '../../ports/embedder'
import { atomicWrite } from './atomic-write'

/** The newest of the file that are taken in: 12 MB of 384 dimensions. */
const MOST_REMEMBERED = 8_000
const KEY_BYTES = 16

/**
 * The embedder with a memory of queries in a file, so that a golden set that is asked again, by
 * another program too, need not be embedded again. A query stands there as a hash of its text, then
 * its vector: written behind what is there, at once, so that programs that share the file keep what
 * each writes. What is longer than the model takes in is not kept. The file is derived: a broken
 * one is replaced.
 * @param most vectors that are kept
 */
export function rememberedQueries(
  embedder: Embedder,
  file: string,
  most = MOST_REMEMBERED,
): Embedder {
  let reading: Promise<Map<string, Float32Array>> | undefined
  const keyOf = (text: string) =>
    createHash('sha256')
      .update(`${embedder.fingerprint}\n${text}`)
      .digest('hex')
      .slice(0, 2 * KEY_BYTES)
  return {
    ...embedder,
    embedNewQueries: embedder.embedQueries,
    async embedQueries(texts, signal, onCut) {
      signal.throwIfAborted()
      const known = await (reading ??= readVectors(file, { dimensions: embedder.dimensions, most }))
      const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text)))
      const cut = new Map<number, number>()
      const made = await embedder.embedQueries(missing, signal, (at, characters) =>
        cut.set(at, characters),
      )
      const added = [...made.entries()]
        .filter(([at]) => !cut.has(at))
        .map(([at, vector]) => [keyOf(missing[at] ?? ''), vector] as const)
      const fresh = new Map(missing.map((text, at) => [text, { vector: made[at], at }]))
      if (known.size < 2 * most) {
        for (const [key, vector] of added) known.set(key, vector)
        await append(file, added)
      }
      return texts.map((text, at) => {
        const now = fresh.get(text)
        const characters = now && cut.get(now.at)
        if (characters !== undefined) onCut?.(at, characters)
        return (now?.vector ?? known.get(keyOf(text)) ?? new Float32Array()).slice()
      })
    },
  }
}

type Remembered = readonly [key: string, vector: Float32Array]

const bytesOf = ([key, { buffer, byteOffset, byteLength }]: Remembered): Buffer =>
  Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(buffer, byteOffset, byteLength)])

/** A folder that cannot be written only means embedding again. */
async function append(file: string, records: readonly Remembered[]): Promise<void> {
  if (records.length === 0) return
  try {
    await mkdir(dirname(file), { recursive: true })
    await appendFile(file, Buffer.concat(records.map(bytesOf)))
  } catch {
    return
  }
}

/**
 * The newest vectors of the file; where it holds many more, or a part of one, it is written anew.
 */
async function readVectors(
  file: string,
  { dimensions, most }: { dimensions: number; most: number },
): Promise<Map<string, Float32Array>> {
  const size = KEY_BYTES + dimensions * Float32Array.BYTES_PER_ELEMENT
  const bytes = await readFile(file).catch(() => Buffer.alloc(0))
  const all = Math.floor(bytes.length / size)
  const kept = bytes.subarray(Math.max(0, all - most) * size, all * size)
  const vectors = new Map<string, Float32Array>()
  for (let from = 0; from < kept.length; from += size) {
    const record = kept.subarray(from, from + size)
    // A copy of its own: a record need not begin where numbers may.
    const vector = new Float32Array(new Uint8Array(record.subarray(KEY_BYTES)).buffer)
    if (isWhole(vector)) vectors.set(record.toString('hex', 0, KEY_BYTES), vector)
  }
  if (bytes.length % size !== 0 || all > 2 * most) {
    await atomicWrite(file, kept).catch(() => undefined)
  }
  return vectors
}

/** Vectors of queries are of unit length, or zero: what is neither was damaged. */
function isWhole(vector: Float32Array): boolean {
  const length = Math.hypot(...vector)
  return length === 0 || Math.abs(length - 1) < 1e-3
}
