/** Golden queries of either kind, by their places. */
export interface Comparing {
  fitting: readonly number[]
  negative: readonly number[]
}

/** Golden queries of each kind that a request is compared with: those that are most like it. */
const MOST_LIKE = 5

/**
 * How much nearer in meaning a request is to golden queries that some tool fits than to those that none does.
 * @param alike its cosine to each golden query, by their places
 */
export const likeness = (alike: readonly number[], { fitting, negative }: Comparing): number =>
  nearestOf(alike, fitting) - nearestOf(alike, negative)

function nearestOf(alike: readonly number[], places: readonly number[]): number {
  const nearest: number[] = []
  for (const place of places) {
    const value = alike[place] as number
    if (nearest.length === MOST_LIKE && value <= (nearest[MOST_LIKE - 1] as number)) continue
    let at = nearest.length
    while (at > 0 && (nearest[at - 1] as number) < value) at--
    nearest.splice(at, 0, value)
    if (nearest.length > MOST_LIKE) nearest.pop()
  }
  return nearest.reduce((sum, value) => sum + value, 0) / (nearest.length || 1)
}

/** What a golden query is about; nothing where no tool fits it. */
interface About {
  tools: readonly string[]
  /** The servers of its tools. */
  servers: readonly string[]
}

/**
 * For each golden query that some tool fits, the others that are about the same: that name the one of its servers, or where most
 * would do so of its tools, that the fewest name. A tool that many need, such as one that tells the time, says little.
 */
export function aboutTheSame(all: readonly About[]): ReadonlySet<number>[] {
  const ways = [({ servers }: About) => servers, ({ tools }: About) => tools].map((namesOf) => {
    const byName = new Map<string, Set<number>>()
    for (const [place, about] of all.entries())
      for (const name of namesOf(about))
        byName.set(name, (byName.get(name) ?? new Set()).add(place))
    return { namesOf, byName }
  })
  const fitting = all.filter(({ tools }) => tools.length > 0).length
  return all.map((about) => {
    for (const { namesOf, byName } of ways) {
      const sets = namesOf(about).flatMap((name) => byName.get(name) ?? [])
      const [fewest] = sets.sort((a, b) => a.size - b.size)
      if (fewest && fewest.size <= fitting / 2) return fewest
    }
    return new Set<number>()
  })
}
