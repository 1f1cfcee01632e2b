import type { GoldenQuery } from '../../domain/query/golden-set'
import type { ToolId } from '../../domain/tool/tool'

/**
 * What became of a right tool's place. `fixed` is given now and was not, `broken` the other way
 * round.
 */
export type PlaceChange = 'fixed' | 'broken' | 'better' | 'worse' | 'same'

/** Where a right tool of a golden query stands before and after an edit. */
export interface PlaceEffect {
  query: GoldenQuery
  tool: ToolId
  /** From 1; absent below the depth looked at. */
  before?: number
  after?: number
  change: PlaceChange
  /** Whether the edited tool stands above it now, and did not before. */
  isPassed: boolean
}

/** The tools that a recipe gives for a query. */
export interface RankedTools {
  /** What an agent is given, in order. */
  set: readonly ToolId[]
  /**
   * What it would be given of more tools: the set’s and those below, which need not begin with the
   * set.
   */
  listed: readonly ToolId[]
}

/** The tools given for a query before and after an edit. */
export interface AnswerPair {
  query: GoldenQuery
  before: RankedTools
  after: RankedTools
}

/** How many places changed how. */
type ChangeCounts = Record<PlaceChange, number>

/**
 * What an edit of one tool does to the places of all right tools. Also of those that are right
 * beside it: where it rises, one of them may fall.
 * @param edited left out where several tools change: then none is said to have passed another
 */
export function placeEffects(asked: readonly AnswerPair[], edited?: ToolId): PlaceEffect[] {
  return asked.flatMap(({ query, before, after }) => {
    const its: Places = edited === undefined ? {} : placesOf(edited, before, after)
    return query.tools.map((tool) => {
      const places = placesOf(tool, before, after)
      const isPassed =
        tool !== edited && isAbove(its.after, places.after) && !isAbove(its.before, places.before)
      const change = changeOf(
        places,
        [before, after].map(({ set }) => set.includes(tool)),
      )
      return { query, tool, ...places, change, isPassed }
    })
  })
}

type Places = Pick<PlaceEffect, 'before' | 'after'>

function placesOf(tool: ToolId, before: RankedTools, after: RankedTools): Places {
  const was = placeIn(before, tool)
  const is = placeIn(after, tool)
  return { ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }
}

const isAbove = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && one < (other ?? Infinity)

/** From 1; what is not in the set stands below all of it. */
function placeIn({ set, listed }: RankedTools, tool: ToolId): number | undefined {
  const place = set.indexOf(tool) + 1
  if (place > 0) return place
  const below = listed.indexOf(tool) + 1
  return below > 0 ? Math.max(below, set.length + 1) : undefined
}

function changeOf(
  { before = Infinity, after = Infinity }: Places,
  [wasGiven, isGiven]: readonly boolean[],
): PlaceChange {
  if (!wasGiven && isGiven) return 'fixed'
  if (wasGiven && !isGiven) return 'broken'
  if (after < before) return 'better'
  return after > before ? 'worse' : 'same'
}

export function countedChanges(effects: readonly PlaceEffect[]): ChangeCounts {
  const counts: ChangeCounts = { fixed: 0, broken: 0, better: 0, worse: 0, same: 0 }
  for (const { change } of effects) counts[change]++
  return counts
}

const ORDER: readonly PlaceChange[] = ['broken', 'fixed', 'worse', 'better', 'same']

/** What is to be seen first: what breaks, what is fixed, and then the places that move furthest. */
export const byWeight = (one: PlaceEffect, other: PlaceEffect): number =>
  ORDER.indexOf(one.change) - ORDER.indexOf(other.change) || moved(other) - moved(one)

/** What a place is worth, 1 at the first and 0 where the tool is not seen: as in DCG. */
export const worthOf = (place: number | undefined): number =>
  place === undefined ? 0 : 1 / Math.log2(1 + place)

const moved = ({ before, after }: PlaceEffect): number =>
  Math.abs(1 / (after ?? Infinity) - 1 / (before ?? Infinity))
