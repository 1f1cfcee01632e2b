import { action } from '../../app/action'
import { withRuns } from '../../app/evaluation/measured-runs'
import type { Feature } from '../feature'
import { EvaluationTiersInput, recallByTier } from './by-tier'

export const tiers = {
  actions: {
    /**
     * A run of which `:` and a tier stand behind its id is, in every action that looks at runs, the
     * part of that tier.
     */
    'evaluation.tiers': action({
      summary:
        'Recall of runs by how their queries are worded: exact, paraphrased, vague and others',
      input: EvaluationTiersInput,
      run: withRuns(recallByTier),
    }),
  },
} satisfies Feature
