import type { FusionMethod } from '../combine'
import type { Ranking } from '../../domain/query'
import { sumParts } from './sum-parts'
import { weightOf, type Weigh } from './weights'

/** Weighted sum of scores, each list scaled to 0…1 by its own best and worst score (a list of equal scores counts 1). */
export function weighted(weigh: Weigh): FusionMethod {
  return {
    name: 'weighted sum',
    settings: weigh.settings,
    fuse(rankings) {
      const weighing = weigh.of(rankings)
      const shares = rankings.map((ranking, list) =>
        scaled(ranking).map((score) => score * weightOf(weighing, list)),
      )
      return { notes: weighing.notes, tools: sumParts('weighted', shares, rankings) }
    },
  }
}

/** In an order that no score gave, neither the first need be best nor the last worst. */
function scaled({ tools }: Ranking): number[] {
  const scores = tools.map(({ score = 0 }) => score)
  const best = Math.max(...scores)
  const spread = best - Math.min(...scores)
  return scores.map((score) => (spread === 0 ? 1 : 1 - (best - score) / spread))
}
