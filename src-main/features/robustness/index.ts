import { z } from 'zod'
import { action, inSession } from '../../app/action'
import { Dir } from '../../contract/workspace'
import type { Feature } from '../feature'
import {
  askChanged,
  EvaluationAskChangedInput,
  EvaluationRobustnessInput,
  storedRobustness,
  measureRobustness,
} from './measure-robustness'
import { robustnessSection } from './report-section'
import type { Robustness } from './shared/robustness'
import { breakingTools } from './to-do'

export const robustness = {
  actions: {
    /** Sends progress. Refuses a test set, and options with which hidden tools are given. */
    'evaluation.robustness': action({
      summary: 'How much of what a recipe finds it still finds once tools of the catalog change',
      input: EvaluationRobustnessInput,
      run: measureRobustness,
    }),
    /** Nothing where catalog or golden queries are others by now. */
    'evaluation.keptRobustness': action({
      summary: 'What was measured last of how the catalog bears changes',
      input: z.object({ dir: Dir }),
      run: inSession(async (session): Promise<{ robustness?: Robustness }> => {
        const robustness = await storedRobustness(session)
        return { ...(robustness && { robustness }) }
      }),
    }),
    /** Refuses where the catalog is not the one named. */
    'evaluation.askChanged': action({
      summary:
        'Ask queries of changed catalogs and measure nothing: how further threads take part in that',
      input: EvaluationAskChangedInput,
      run: askChanged,
    }),
  },
  toDo: breakingTools,
  reportSection: robustnessSection,
} satisfies Feature
