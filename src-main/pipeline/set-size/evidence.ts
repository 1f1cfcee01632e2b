import type { ToolId } from '../../domain/tool/tool'
import type { Admitted, DenseSource, LexicalSource } from '../kit'
import type { Rating, Spread } from '../../ports/hit'
import type { Step } from '../stage'

/** What speaks for the first tools of a ranking, beside the order that they have in it. */
export interface Evidence {
  /** The whole query first, then its parts where it asks for several things. */
  texts: readonly string[]
  /** Of the whole query, each once. */
  words: readonly WordEvidence[]
  /** `tools[i]` belongs to the i-th tool asked for. */
  tools: readonly ToolEvidence[]
  /** The greatest cosine of a tool asked for, for each text; 0 where nothing is known. */
  closest: readonly number[]
  /**
   * How the shares of the whole query's information that tools' documents hold lie, over all tools.
   */
  held: Spread
  /** Tools that may be given. */
  catalog: number
}

/** A word of the query, and how rare it is. */
interface WordEvidence {
  /** As written. */
  written: string
  idf: number
  /** Whether the document of any tool holds it. */
  isHeld: boolean
}

/** What speaks for one tool, `[i]` for the i-th text. */
export interface ToolEvidence {
  tool: ToolId
  /**
   * The share of the text's information, its words counted by idf, that the tool's document holds.
   */
  shares: number[]
  /**
   * How much nearer in meaning it is than tools mostly are, in deviations of all tools' cosines; 0
   * where nothing is known.
   */
  near: number[]
  /** As written, the words of the whole query that its document holds. */
  holds: string[]
}

/**
 * How near the nearest of so many tools would be to a text that none of them has to do with, in
 * deviations: the largest of as many normal numbers, about.
 */
export const expectedNearest = (catalog: number): number =>
  Math.sqrt(2 * Math.log(Math.max(2, catalog)))

/** By what the evidence is found. */
export interface EvidenceSources {
  words: LexicalSource
  meaning: DenseSource
  among: Admitted
}

/** Counts each word that a document holds by its idf, however often it holds it. */
const BY_IDF = { k1: 0, b: 0, countRepeats: false, explain: 0 }

/**
 * Tools looked at of each list: what is best in words and meaning together is rarely further down
 * in both.
 */
const POOL_DEPTH = 5

/** The tools for which most may speak. */
interface Candidates {
  /** The first by words and the first by meaning, for each text. */
  tools: ToolId[]
  /**
   * Of the first by words for the whole query, the share that is also among the first by meaning.
   */
  agreement: number
}

/**
 * Looks at the first by words and by meaning alone: searches for what {@link readEvidence} reads.
 */
export async function candidatesFor(
  { words, meaning, among }: EvidenceSources,
  texts: readonly string[],
  { signal, embedded }: Pick<Step, 'signal' | 'embedded'>,
): Promise<Candidates> {
  const call = { among: among.tools, signal, depth: POOL_DEPTH }
  const [byWords, byMeaning] = await Promise.all([
    words.search(texts, { ...call, ...BY_IDF }),
    meaning.search(texts, { ...call, onEmbedded: embedded }),
  ])
  const keysOf = (list: (typeof byMeaning)[number]) => (list ?? []).map(({ key }) => key)
  const near = new Set(keysOf(byMeaning[0]))
  return {
    tools: [...new Set([...byWords, ...byMeaning].flatMap(keysOf))],
    agreement: keysOf(byWords[0]).filter((tool) => near.has(tool)).length / POOL_DEPTH,
  }
}

/** Reads what speaks for some tools. @param texts the whole query first, then its parts */
export async function readEvidence(
  { words, meaning, among }: EvidenceSources,
  texts: readonly string[],
  { tools, step }: { tools: readonly ToolId[]; step: Pick<Step, 'signal' | 'embedded'> },
): Promise<Evidence> {
  const call = { among: among.tools, signal: step.signal }
  const lists = await Promise.all(texts.map((text) => words.wordsOf([text])))
  const written = [...new Map(lists.flatMap((list) => [...list]))]
  const [ratings, nearness] = await Promise.all([
    words.rate(
      written.map(([, word]) => word),
      tools,
      { ...call, ...BY_IDF },
    ),
    meaning.rate(texts, tools, { ...call, onEmbedded: step.embedded }),
  ])
  const known = new Map(
    written.map(([term, word], at) => {
      const { hits = [], spread = NOWHERE } = ratings[at] ?? {}
      const idf = idfOf(spread, among.size)
      return [term, { written: word, ...idf, spread, by: new Set(hits.map(({ key }) => key)) }]
    }),
  )
  const near = nearness.map((rating) => nearOf(rating, among.size))
  const wordsOf = (at: number) =>
    [...(lists[at]?.keys() ?? [])].flatMap((term) => known.get(term) ?? [])
  return {
    texts,
    words: wordsOf(0).map(({ written: word, idf, isHeld }) => ({ written: word, idf, isHeld })),
    tools: tools.map((tool) => ({
      tool,
      shares: texts.map((_, at) => shareOf(wordsOf(at), tool)),
      near: near.map((scores) => scores.get(tool) ?? 0),
      holds: wordsOf(0).flatMap(({ by, written: word }) => (by.has(tool) ? [word] : [])),
    })),
    closest: nearness.map((rating) =>
      Math.max(0, ...(rating?.hits.map(({ score }) => score) ?? [])),
    ),
    held: heldOf(wordsOf(0)),
    catalog: among.size,
  }
}

/** How much nearer tools are than tools mostly are. */
function nearOf(rating: Rating<ToolId> | undefined, catalog: number): Map<ToolId, number> {
  const { mean, deviation } = rating?.spread ?? NOWHERE
  // Of a single tool, or of tools that are all alike, nothing says which is near: words alone tell.
  const near = (score: number) =>
    deviation > 0 ? (score - mean) / deviation : expectedNearest(catalog)
  return new Map(rating?.hits.map(({ key, score }) => [key, near(score)]))
}

const NOWHERE = { mean: 0, deviation: 0 }

/**
 * How rare a word is, from how its scores spread over all documents: each that holds it scores its
 * idf, and the others nothing, so that the share of those that hold it is mean² / (mean² +
 * deviation²).
 */
function idfOf(
  { mean, deviation }: { mean: number; deviation: number },
  documents: number,
): { idf: number; isHeld: boolean } {
  if (mean === 0) return { idf: Math.log(1 + (documents + 0.5) / 0.5), isHeld: false }
  const share = mean ** 2 / (mean ** 2 + deviation ** 2)
  return { idf: mean / share, isHeld: true }
}

interface KnownWord {
  idf: number
  /** How the idf spreads over all tools, of which those without the word score nothing. */
  spread: Spread
  by: ReadonlySet<ToolId>
}

function shareOf(words: readonly KnownWord[], tool: ToolId): number {
  let held = 0
  let all = 0
  for (const { idf, by } of words) {
    all += idf
    if (by.has(tool)) held += idf
  }
  return all === 0 ? 0 : held / all
}

/** How the shares of all tools spread, as if words came independently of each other. */
function heldOf(words: readonly KnownWord[]): Spread {
  let all = 0
  let mean = 0
  let variance = 0
  for (const { idf, spread } of words) {
    all += idf
    mean += spread.mean
    variance += spread.deviation ** 2
  }
  return all === 0 ? NOWHERE : { mean: mean / all, deviation: Math.sqrt(variance) / all }
}
