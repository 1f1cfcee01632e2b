import type { ToolId } from '../../domain/tool/tool'
import type { Hit, Spread } from '../../ports/hit'
import type { DenseSource, LexicalSource } from '../kit'
import type { Step } from '../stage'
import type { DocumentScores } from './signals'

/** By what the tools' documents are searched for a query and for its clauses. */
export interface DocumentSources {
  words: LexicalSource
  meaning: DenseSource
  /** The clauses of a request that asks for several things; none where it asks for one. */
  clausesOf(text: string): readonly string[]
}

/**
 * A part of a query, and how well each tool's document fits it: in deviations from the mean of all.
 */
export interface PartScores {
  text: string
  scores: Float32Array
}

export interface DocumentReading extends DocumentScores {
  /** The clauses, or the whole query where it asks for one thing. */
  parts: readonly PartScores[]
}

interface ReadingCall extends Pick<Step, 'signal'> {
  /** Places by id. */
  tools: ReadonlyMap<ToolId, number>
  /** The tools looked at, of which the others say nothing; absent: all. */
  among?: ReadonlySet<ToolId> | undefined
  onEmbedded?: Step['embedded']
}

/** Tools of each list; what is beyond counts as its last. */
const DEPTH = 1_000
/** Clauses that are searched. */
const MOST_PARTS = 12
/** As recipes have them where nothing else is chosen. */
const BM25 = { k1: 1.5, b: 0.75, countRepeats: false, explain: 0 }

/**
 * What the documents of the tools say of a query. A text of which no word is known says nothing of
 * any.
 */
export async function readDocuments(
  text: string,
  { words, meaning, clausesOf }: DocumentSources,
  { tools, ...call }: ReadingCall,
): Promise<DocumentReading> {
  const clauses = clausesOf(text).slice(0, MOST_PARTS)
  const texts = [text, ...clauses]
  const [byWords, wordSpreads, byMeaning, meaningSpreads] = await Promise.all([
    words.search(texts, { ...BM25, ...call, depth: DEPTH }),
    words.rate(texts, [], { ...BM25, ...call }),
    meaning.search(texts, { ...call, depth: DEPTH }),
    meaning.rate(texts, [], call),
  ])
  const standing = texts.map((_, at) => ({
    words: inDeviations(byWords[at], wordSpreads[at]?.spread, { tools, from: 'zero' }),
    meaning: inDeviations(byMeaning[at], meaningSpreads[at]?.spread, { tools, from: 'mean' }),
  }))
  const sums = standing.map((each) => each.words.map((word, tool) => word + at(each.meaning, tool)))
  const [whole, ...others] = sums
  const parts = clauses.length > 0 ? others : [whole as Float32Array]
  return {
    words: (standing[0] as DocumentScores).words,
    meaning: (standing[0] as DocumentScores).meaning,
    clause: greatestOf(sums),
    parts: parts.map((scores, place) => ({ text: clauses[place] ?? text, scores })),
  }
}

const at = (values: Float32Array, place: number): number => values[place] as number

const greatestOf = (lists: readonly Float32Array[]): Float32Array =>
  Float32Array.from(lists[0] ?? [], (_, tool) => Math.max(...lists.map((list) => at(list, tool))))

/**
 * What each tool scores, in deviations; of words from zero, as most tools share none with a query.
 */
function inDeviations(
  hits: readonly Hit<ToolId>[] | undefined,
  spread: Spread | undefined,
  { tools, from }: { tools: ReadonlyMap<ToolId, number>; from: 'zero' | 'mean' },
): Float32Array {
  const scores = new Float32Array(tools.size)
  if (!hits || !spread || spread.deviation === 0) return scores
  const middle = from === 'mean' ? spread.mean : 0
  const standing = (score: number) => (score - middle) / spread.deviation
  if (hits.length === DEPTH) scores.fill(standing(hits.at(-1)?.score ?? middle))
  for (const { key, score } of hits) {
    const place = tools.get(key)
    if (place !== undefined) scores[place] = standing(score)
  }
  return scores
}
