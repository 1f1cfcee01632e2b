import type { PlacedTool, Ranking } from '../../domain/query/query'
import { stage } from '../stage'

/**
 * Drops what scores below `least`, before places are given, so that others take them. Tools without
 * a score stay. ToolSEE, section II C.
 */
export const threshold = (least: number) =>
  stage<Ranking, Ranking>({
    name: 'threshold',
    gives: 'ranking',
    settings: { least },
    run(ranking, step) {
      const isBelow = ({ score = Infinity }: PlacedTool) => score < least
      step.drop(ranking.tools.filter(isBelow), `below the score threshold ${least}`)
      return { ...ranking, tools: ranking.tools.filter((placed) => !isBelow(placed)) }
    },
  })
