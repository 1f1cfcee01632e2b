import type { Ranking } from '../../domain/query'
import { stage } from '../stage'

/** The first tools of a ranking, for a model that is to order these alone. */
export const keepFirst = (most: number) =>
  stage<Ranking, Ranking>({
    name: 'keep first',
    gives: 'ranking',
    settings: { most },
    run: (ranking, step) => ({ ...ranking, tools: step.cut(ranking.tools, most) }),
  })
