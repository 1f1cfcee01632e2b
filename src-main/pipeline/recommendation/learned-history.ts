import { createHash } from 'node:crypto'
import { Matrix } from 'ml-matrix'
import type { Bundle } from '../../domain/query/bundle'
import type { ToolId } from '../../domain/tool/tool'
import type { Kit, CachedBytes } from '../kit'
import type { PrepareCall, Source } from '../stage'
import { readDocuments, type DocumentSources } from './document-scores'
import { learn, usedOf, type LearnCall, type Learned } from './learn'
import { pastOf, type Past, type Pause } from './past'
import { similarityTo } from './similar-queries'

/** What past queries taught, or why they taught nothing. */
export interface LearnedHistory {
  /** Absent where there are fewer than {@link FEWEST}. */
  learned?: Learned
  /** Past queries that name tools of the catalog, and how many of them are learned from. */
  logged: number
  taken: number
  /** Of those that are logged, the ones that nobody asked. */
  synthetic: number
  /** Places of all tools of the catalog, by id. */
  tools: ReadonlyMap<ToolId, number>
}

/** Of fewer past queries, what holds for one says nothing of the next. */
export const FEWEST = 20
/**
 * Numbers in all vectors that are learned from: 64 MB, of the built-in embedder every query that a
 * workspace keeps.
 */
const MOST_VALUES = 16_000_000

export interface LearningSources extends DocumentSources {
  termsOf(text: string): readonly string[]
}

/**
 * What a kit's past queries teach: learned when it is first wanted, and again when the catalog or
 * its history changed. Where there are too many for the memory it may take, those learned from are
 * spread evenly over all.
 */
export function learnedHistory(kit: Kit, sources: LearningSources): Source<LearnedHistory> {
  const { words, meaning } = sources
  const key = `learned from past queries by ${words.key} and ${meaning.key}`
  return {
    key,
    embeds: true,
    prepare: (call = {}) => kit.once(key, () => learnNow(kit, sources, call)),
  }
}

async function learnNow(
  kit: Kit,
  sources: LearningSources,
  call: PrepareCall,
): Promise<LearnedHistory> {
  const { signal = new AbortController().signal } = call
  const history = await kit.history.prepare(call)
  const ids = [...kit.tools.keys()]
  const tools = new Map(ids.map((id, place) => [id, place]))
  const logged = history.length
  const synthetic = history.filter(({ from }) => from === 'synthetic').length
  if (logged < FEWEST) return { logged, synthetic, taken: 0, tools }
  const pause = async () => {
    await new Promise(setImmediate)
    signal.throwIfAborted()
  }
  const past = await pastIn(kit, { history, ids, pause, termsOf: sources.termsOf }, call)
  const learned = await learnOnce(kit, past, {
    documentsOf: (text) => readDocuments(text, sources, { tools, signal }),
    pause,
    onProgress: call.onLearned,
  })
  return { learned, logged, synthetic, taken: past.queries.length, tools }
}

/** As an earlier process learned it, or now. */
async function learnOnce(kit: Kit, past: Past, call: LearnCall): Promise<Learned> {
  if (past.queries.length < FEWEST_KEPT) return learn(past, call)
  const of = nameOfPast(past, (await kit.embedder.prepare()).fingerprint)
  const kept = await readLearned(kit.learned, { past, of, pause: call.pause })
  if (kept) return kept
  const learned = await learn(past, call)
  await keepLearned(kit.learned, learned, of)
  return learned
}

interface Learning extends Pick<LearningSources, 'termsOf'> {
  history: readonly Bundle[]
  ids: readonly ToolId[]
  pause: Pause
}

async function pastIn(
  kit: Kit,
  { history, ids, termsOf, pause }: Learning,
  call: PrepareCall,
): Promise<Past> {
  const none = await kit.vectors(documentsOf([])).prepare(call)
  const most = Math.max(FEWEST, Math.floor(MOST_VALUES / Math.max(1, none.dimensions)))
  const stride = Math.max(1, history.length / most)
  const taken = Array.from(
    { length: Math.min(history.length, most) },
    (_, at) => history[Math.floor(at * stride)] as Bundle,
  )
  const { vectors, dimensions } = await kit.vectors(documentsOf(taken)).prepare(call)
  const rows = kit.holdRows(taken.length, dimensions)
  vectors.forEach((vector, at) => rows.row(at).set(vector))
  return pastOf(taken, { tools: ids, vectors: rows, termsOf, pause })
}

/** As they are searched elsewhere, so that each is embedded once. */
const documentsOf = (bundles: readonly Bundle[]) => ({
  key: 'past queries',
  pooling: 'best' as const,
  texts: () => bundles.map(({ id, query }) => ({ key: id, text: query })),
})

/** On how much history a set stands, in words. */
export function historyInWords({
  logged,
  taken,
  synthetic,
}: Omit<LearnedHistory, 'learned' | 'tools'>): string {
  const all = `${logged} logged queries`
  const counted =
    taken === logged ? all : `${taken} of ${all}, spread evenly: more take too much memory`
  if (synthetic === 0) return counted
  return `${counted}; ${synthetic === logged ? 'all' : synthetic} of them are synthetic: nobody asked them`
}

/** To be counted up whenever what is learned, or how it is laid out, changes. */
const VERSION = 1
const WORD = Float64Array.BYTES_PER_ELEMENT
const NAME = 'learned from past queries'

/**
 * From how many past queries on what they taught is kept: fewer are learned from in half a second.
 */
const FEWEST_KEPT = 300

type Models = Pick<Learned, 'asNew' | 'asAny' | 'least' | 'nearness' | 'gate'>

/** What is no long array of numbers. */
interface Head {
  version: number
  /** What was learned from, see {@link nameOfPast}. */
  of: string
  models: Models
}

/**
 * What tells one past from another: its queries with their tools, and by whose vectors they are
 * compared.
 */
export function nameOfPast({ tools, queries }: Past, embedder: string): string {
  const hash = createHash('sha256').update(JSON.stringify([VERSION, embedder, tools]))
  for (const { id, text, tools: used } of queries) hash.update(JSON.stringify([id, text, used]))
  return hash.digest('hex')
}

/** What was learned from just this past by an earlier process, if it was kept. */
export async function readLearned(
  derived: CachedBytes | undefined,
  { past, of, pause }: { past: Past; of: string; pause: Pause },
): Promise<Learned | undefined> {
  const bytes = await derived?.read(NAME)
  const kept = bytes && unpacked(bytes, { of, past })
  if (!kept) return undefined
  return { ...kept, past, used: usedOf(past), similarity: await similarityTo(past, pause) }
}

export const keepLearned = async (
  derived: CachedBytes | undefined,
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
