import type { Past } from './past'
import { greatest } from './similar-queries'

/**
 * What the tools' documents say of a query, one number for each tool, in deviations from the mean
 * of all.
 */
export interface DocumentScores {
  words: Float32Array
  meaning: Float32Array
  /** The most that the whole query or any clause of it gives. */
  clause: Float32Array
}

/** What past queries say of a query. */
interface PastScores {
  /** By tool, of the linear models: about 1 where the query needs it. */
  ridge: Float64Array
  /** How alike every past query is. */
  alike: Float32Array
  /** Past queries from which nothing is learned this time. */
  leftOut: ReadonlySet<number>
}

/** What is told of the tools that may be chosen for one query. */
export interface Signals {
  /** Places of tools, rising. */
  candidates: readonly number[]
  /** {@link FEATURES} numbers for each candidate. */
  rows: Float32Array
  past: PastScores
  /** The past query that is most alike; absent where there is none. */
  nearest: number | undefined
}

/** What is known of a tool for a query, in the order of a row. */
export const FEATURES = [
  'ridge',
  'root of ridge',
  'votes',
  'votes by nearness',
  'in the nearest',
  'words',
  'meaning',
  'clause',
  'how often used',
  'how many wanted',
] as const

/** Past queries that vote. */
const VOTERS = 12
/** How much more the votes of nearer ones count: the power of their likeness. */
const NEARER = 4
/** Up to so many tools, each is looked at; of more, the first of every signal are. */
const ALL_UP_TO = 120
const OF_EACH = 40

/** @param used how many past queries each tool solved */
export function signalsOf(
  past: Past,
  used: Float32Array,
  { scores, documents }: { scores: PastScores; documents: DocumentScores },
): Signals {
  const voters = greatest(scores.alike, VOTERS, scores.leftOut)
  const [nearest] = voters
  const votes = votesOf(past, voters, scores)
  const closest = nearest === undefined ? 0 : Math.max(0, scores.alike[nearest] as number)
  const inNearest = new Set(nearest === undefined ? [] : past.queries[nearest]?.tools)
  const wanted = scores.ridge.reduce((sum, value) => sum + Math.min(1, Math.max(0, value)), 0)
  const candidates = candidatesOf(past, voters, { scores, documents })
  const rows = new Float32Array(candidates.length * FEATURES.length)
  candidates.forEach((tool, at) => {
    const ridge = scores.ridge[tool] as number
    const vote = votes[tool] as number
    rows.set(
      [
        ridge,
        Math.sqrt(Math.max(0, ridge)),
        vote,
        vote * closest,
        inNearest.has(tool) ? closest : 0,
        documents.words[tool] as number,
        documents.meaning[tool] as number,
        documents.clause[tool] as number,
        Math.log1p(used[tool] as number),
        Math.log1p(wanted),
      ],
      at * FEATURES.length,
    )
  })
  return { candidates, rows, past: scores, nearest }
}

/** By tool, the share of the votes that the nearest past queries give it. */
function votesOf(past: Past, voters: readonly number[], { alike }: PastScores): Float32Array {
  const votes = new Float32Array(past.tools.length)
  const weights = voters.map((place) => Math.max(0, alike[place] as number) ** NEARER)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return votes
  voters.forEach((place, at) => {
    for (const tool of past.queries[place]?.tools ?? []) {
      votes[tool] = (votes[tool] as number) + (weights[at] as number) / total
    }
  })
  return votes
}

function candidatesOf(
  { tools, queries }: Past,
  voters: readonly number[],
  { scores, documents }: { scores: PastScores; documents: DocumentScores },
): number[] {
  if (tools.length <= ALL_UP_TO) return [...tools.keys()]
  const { words, meaning, clause } = documents
  const found = new Set(voters.flatMap((place) => queries[place]?.tools ?? []))
  for (const values of [scores.ridge, words, meaning, clause]) {
    for (const tool of greatest(values, OF_EACH)) found.add(tool)
  }
  return [...found].sort((a, b) => a - b)
}
