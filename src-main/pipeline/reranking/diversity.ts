import type { PlacedTool, Ranking } from '../../domain/query/query'
import type { DenseSource } from '../kit'
import { stage } from '../stage'

/**
 * Tools put in another order; those below stay where they are. Comparing all of a hundred would
 * take longer than the search.
 */
const CANDIDATES = 50

/**
 * Maximal marginal relevance (Carbonell & Goldstein 1998): what is like a tool before it comes
 * later. A tool's score counts as a share of the first one's, so that `weight` means the same on
 * every scale. ToolSEE, section II C, names no method.
 * @param weight 0…1, what likeness counts for beside the score.
 */
export const diversity = (meaning: DenseSource, weight: number) =>
  stage<Ranking, Ranking>({
    name: 'diversity',
    gives: 'ranking',
    settings: { weight, candidates: CANDIDATES },
    sources: [meaning],
    async run(ranking, step) {
      const best = Math.max(...ranking.tools.map(({ score = 0 }) => score), Number.MIN_VALUE)
      const left = ranking.tools
        .slice(0, CANDIDATES)
        .map((placed) => ({ placed, worth: (placed.score ?? 0) / best, alike: 0 }))
      const chosen: PlacedTool[] = []
      while (left.length > 0) {
        step.signal.throwIfAborted()
        const next = left.splice(bestOf(left, weight), 1)[0]?.placed
        if (!next) break
        chosen.push(next)
        for (const each of left) {
          const alike = (await meaning.alike(each.placed.tool, next.tool)) ?? 0
          each.alike = Math.max(each.alike, alike)
        }
      }
      return {
        ...ranking,
        order: 'given',
        tools: [...chosen, ...ranking.tools.slice(CANDIDATES)],
      }
    },
  })

interface Candidate {
  worth: number
  /** The most that a tool before it is like it. */
  alike: number
}

/** The place of the one worth most; of equal ones the first. */
function bestOf(candidates: readonly Candidate[], weight: number): number {
  const worthOf = ({ worth, alike }: Candidate) => (1 - weight) * worth - weight * alike
  let best = 0
  for (const [at, candidate] of candidates.entries()) {
    if (worthOf(candidate) > worthOf(candidates[best] as Candidate)) best = at
  }
  return best
}
