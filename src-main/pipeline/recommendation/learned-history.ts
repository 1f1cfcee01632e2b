import type { Bundle } from '../../domain/bundle'
import type { ToolId } from '../../domain/tool'
import type { DocumentSources } from './document-scores'
import type { Kit } from '../kit'
import type { PrepareCall, Source } from '../stage'
import { readDocuments } from './document-scores'
import { FEWEST_KEPT, keepLearned, nameOfPast, readLearned } from './kept-learning'
import { learn, type LearnCall, type Learned } from './learn'
import { pastOf, type Past, type Pause } from './past'

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
/** Numbers in all vectors that are learned from: 64 MB, of the built-in embedder every query that a workspace keeps. */
const MOST_VALUES = 16_000_000

export interface LearningSources extends DocumentSources {
  termsOf(text: string): readonly string[]
}

/**
 * What a kit's past queries teach: learned when it is first wanted, and again when the catalog or its history changed. Where
 * there are too many for the memory it may take, those learned from are spread evenly over all.
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
