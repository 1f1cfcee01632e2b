import type { PlacedTool, Ranking } from '../../domain/query/query'
import { stage } from '../stage'

/** Why a tool is left out that the agent holds. */
export const HELD_ALREADY = 'held already'

/**
 * Leaves out what the agent holds already, so that a search in mid-run brings it nothing twice.
 * ToolSEE, section II D.
 */
export const onlyNew = () =>
  stage<Ranking, Ranking>({
    name: 'only new',
    gives: 'ranking',
    settings: {},
    run(ranking, step) {
      const held = new Set(ranking.plan.query.held)
      const isHeld = ({ tool }: PlacedTool) => held.has(tool)
      step.drop(ranking.tools.filter(isHeld), HELD_ALREADY)
      return { ...ranking, tools: ranking.tools.filter((placed) => !isHeld(placed)) }
    },
  })
