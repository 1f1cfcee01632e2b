import { z } from 'zod'
import { Advice, AdviceScore, AdviceTarget, RunBand } from '../domain/advice'
import { Dir } from './workspace-routes'

const Runs = z.array(z.string()).min(1).max(20)

export const adviceRoutes = {
  /**
   * Which of some runs to work with and at which k, for a score that is wanted or a budget of tokens. Refuses runs on other
   * queries or other labels; by accuracy also where no agent was measured on their golden set as it is.
   */
  'evaluation.advise': {
    input: z.object({
      dir: Dir,
      runs: Runs,
      /** Left out: the best there is. */
      target: AdviceTarget.default({}),
      /** Left out: that which the target names, accuracy where an agent is named, else recall. */
      score: AdviceScore.optional(),
      /** Whose accuracy is expected, as it was chosen when it was measured; left out: that measured last. */
      agent: z.string().optional(),
      /** The k on show, of which a smaller one may keep most; left out: that of the workspace. */
      k: z.number().int().min(1).optional(),
    }),
    output: Advice,
  },
  /** The uncertainty of runs' curves; `[i]` belongs to `runs[i]`, without those that decide themselves how many tools there are. */
  'evaluation.bands': {
    input: z.object({ dir: Dir, runs: Runs, measure: z.enum(['Recall', 'All']) }),
    output: z.array(RunBand),
  },
}
