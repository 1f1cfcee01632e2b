import type { PlacedTool, Ranking } from '../../domain/query/query'
import { isDependency } from '../../domain/trace/tool-groups'
import type { Kit } from '../kit'
import { stage } from '../stage'

interface DependencyBounds {
  /** Dependencies in all. */
  most?: number | undefined
  /** Tokens of their definitions in an agent's prompt, together. */
  tokens?: number | undefined
}

/**
 * Keeps the first of the tools that are only there because others need them: as many, and as long,
 * as may be.
 */
export const boundDependencies = (kit: Pick<Kit, 'promptTokens'>, bounds: DependencyBounds) =>
  stage<Ranking, Ranking>({
    name: 'bound dependencies',
    gives: 'ranking',
    settings: {
      ...(bounds.most !== undefined && { most: bounds.most }),
      ...(bounds.tokens !== undefined && { 'prompt tokens': bounds.tokens }),
    },
    run(ranking, step) {
      const { most = Infinity, tokens = Infinity } = bounds
      let kept = 0
      let spent = 0
      const tooMany: PlacedTool[] = []
      const tooLong: PlacedTool[] = []
      for (const placed of ranking.tools.filter(isDependency)) {
        const cost = tokens === Infinity ? 0 : kit.promptTokens(placed.tool)
        if (kept >= most) tooMany.push(placed)
        else if (spent + cost > tokens) tooLong.push(placed)
        else {
          kept++
          spent += cost
        }
      }
      step.drop(tooMany, `beyond the first ${most} dependencies`)
      step.drop(tooLong, `beyond ${tokens} prompt tokens of dependencies`)
      const dropped = new Set([...tooMany, ...tooLong])
      return { ...ranking, tools: ranking.tools.filter((placed) => !dropped.has(placed)) }
    },
  })
