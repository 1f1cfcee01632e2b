import type { ToolId } from '../../domain/tool/tool'

/** What a run gave one query: its tools in order, as many as the cut lets through. */
interface Answered {
  text: string
  golden: readonly ToolId[]
  given: readonly ToolId[]
}

/** Two tools of which one takes queries of the other. */
interface TakingPair {
  one: ToolId
  other: ToolId
  /** Queries of the other that the first one took, and the other way round. */
  byOne: number
  byOther: number
  /** Some of these queries, with the tool that took them. */
  examples: { text: string; by: ToolId }[]
}

/** How often a tool was among the tools given. */
interface Standing {
  tool: ToolId
  /** Queries that it was given for, and how many of these did not want it. */
  given: number
  unwanted: number
  /** Queries that want it. */
  golden: number
}

export interface Taken {
  /** The most queries taken first. */
  pairs: TakingPair[]
  standings: Map<ToolId, Standing>
}

const MOST_EXAMPLES = 3

/**
 * Which tools take each other's queries. Of a query that n tools are right for, the first n places
 * are theirs: a tool that stands on one of them takes the query from the right tool that stands on
 * none; where several do not, from the one that it is most like.
 * @param alike how like two tools are, 0 … 1
 */
export async function takenQueries(
  answers: readonly Answered[],
  alike: (one: ToolId, other: ToolId) => number,
  pause: () => Promise<unknown>,
): Promise<Taken> {
  const pairs = new Map<string, TakingPair>()
  const standings = new Map<ToolId, Standing>()
  const standing = (tool: ToolId): Standing => {
    const known = standings.get(tool) ?? { tool, given: 0, unwanted: 0, golden: 0 }
    standings.set(tool, known)
    return known
  }
  for (const { text, golden, given } of answers) {
    const wanted = new Set(golden)
    for (const tool of wanted) standing(tool).golden++
    for (const tool of new Set(given)) {
      standing(tool).given++
      if (!wanted.has(tool)) standing(tool).unwanted++
    }
    const first = given.slice(0, wanted.size)
    const takers = first.filter((tool) => !wanted.has(tool))
    const losers = [...wanted].filter((tool) => !first.includes(tool))
    for (const by of takers) {
      const from = takenFrom(by, losers, alike)
      if (from !== undefined) take(pairs, { by, from, text })
    }
    await pause()
  }
  const likeness = new Map([...pairs.values()].map((pair) => [pair, alike(pair.one, pair.other)]))
  const byTaken = (a: TakingPair, b: TakingPair): number =>
    b.byOne + b.byOther - (a.byOne + a.byOther) ||
    (likeness.get(b) ?? 0) - (likeness.get(a) ?? 0) ||
    (a.one < b.one ? -1 : a.one > b.one ? 1 : a.other < b.other ? -1 : 1)
  return { pairs: [...pairs.values()].sort(byTaken), standings }
}

/**
 * The tool that a query is taken from; nothing where several lack it and the taker is like none of
 * them.
 */
function takenFrom(
  by: ToolId,
  losers: readonly ToolId[],
  alike: (one: ToolId, other: ToolId) => number,
): ToolId | undefined {
  const [first, ...others] = losers
  if (first === undefined || others.length === 0) return first
  const likeness = losers.map((from) => alike(by, from))
  const most = Math.max(...likeness)
  return most > 0 ? losers[likeness.indexOf(most)] : undefined
}

interface Taking {
  by: ToolId
  from: ToolId
  text: string
}

function take(pairs: Map<string, TakingPair>, { by, from, text }: Taking): void {
  const [one, other] = by < from ? [by, from] : [from, by]
  const key = JSON.stringify([one, other])
  const pair = pairs.get(key) ?? { one, other, byOne: 0, byOther: 0, examples: [] }
  pairs.set(key, pair)
  if (by === one) pair.byOne++
  else pair.byOther++
  if (pair.examples.length < MOST_EXAMPLES) pair.examples.push({ text, by })
}
