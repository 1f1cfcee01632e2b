import { z } from 'zod'
import { Advice, AdviceTarget, RunBand } from '../domain/advice'
import { Dir } from './workspace-routes'

const Runs = z.array(z.string()).min(1).max(20)

export const adviceRoutes = {
  /**
   * Which of some runs to work with and at which k, for a recall that is wanted or a budget of tokens. Refuses runs on other
   * queries or other labels.
   */
  'evaluation.advise': {
    input: z.object({
      dir: Dir,
      runs: Runs,
      /** Left out: the best there is. */
      target: AdviceTarget.default({}),
      /** The k on show, of which a smaller one may keep most; left out: that of the settings. */
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
