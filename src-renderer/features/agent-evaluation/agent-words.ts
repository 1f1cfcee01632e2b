import type { RecipeInfo } from '../../../src-main/contract/query'
import type { AgentRun, AgentVerdict } from '../../../src-main/domain/agent/run'
import { offerText } from '../../../src-main/domain/agent/words'
import { modelName, runTitle } from '../../runs/run-labels'

/** Which tools a run's model was given, with its recipe as it is called: `5 tools of Hybrid`. */
export const offerTitle = (run: AgentRun, recipes: readonly RecipeInfo[]): string =>
  offerText(run, ({ id, options }) => runTitle({ recipe: id, options, k: [] }, recipes))

/** The same where models differ: `qwen3:4b · 5 tools of Hybrid`. */
export const agentTitle = (
  run: AgentRun,
  { recipes, together }: { recipes: readonly RecipeInfo[]; together: readonly AgentRun[] },
): string =>
  together.every(({ model }) => model === run.model)
    ? offerTitle(run, recipes)
    : `${modelName(run.model)} · ${offerTitle(run, recipes)}`

export const VERDICT_TONES: Readonly<
  Record<AgentVerdict, 'success' | 'warning' | 'danger' | 'neutral'>
> = {
  right: 'success',
  'too-many': 'warning',
  'wrong-ones': 'danger',
  'other-tool': 'danger',
  'wrong-arguments': 'warning',
  'too-long': 'danger',
  cut: 'neutral',
  'rightly-none': 'success',
  'called-anyway': 'danger',
}
