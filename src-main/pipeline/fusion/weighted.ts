import type { Ranking } from '../../domain/query'
import type { FusionMethod } from '../stage'
import { sumParts } from './sum-parts'

/**
 * Weighted sum of scores, each list scaled to 0…1 by its own best and worst score (a list of equal scores counts 1).
 * `weights[i]` belongs to the i-th retriever.
 */
export function weighted(weights: number[]): FusionMethod {
  return {
    name: 'weighted sum',
    settings: { weights: weights.join(' : ') },
    fuse: (rankings) =>
      sumParts(
        'weighted',
        rankings.map((ranking, list) =>
          scaled(ranking).map((score) => score * (weights[list] ?? 0)),
        ),
        rankings,
      ),
  }
}

function scaled({ tools }: Ranking): number[] {
  const best = tools[0]?.score ?? 0
  const spread = best - (tools.at(-1)?.score ?? 0)
  return tools.map(({ score }) => (spread === 0 ? 1 : 1 - (best - score) / spread))
}
