import { action } from '../../app/action'
import { withRuns } from '../../app/evaluation/measured-runs'
import type { Feature } from '../feature'
import { EvaluationTiersInput, recallByTier } from './by-tier'
import { EvaluationPlainEverydayInput, plainEveryday } from './plain-everyday'
import { kindsSection } from './report-section'

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
    /** Without runs of which either kind has too few queries. */
    'evaluation.plainEveryday': action({
      summary: 'What runs find of plain requests, and of those worded as everyday people say them',
      input: EvaluationPlainEverydayInput,
      run: withRuns(plainEveryday),
    }),
  },
  reportSection: kindsSection,
} satisfies Feature
