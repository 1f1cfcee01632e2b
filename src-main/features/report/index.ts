import { action } from '../../app/action'
import { withRuns } from '../../app/evaluation/measured-runs'
import type { Feature } from '../feature'
import { EvaluationReportInput, writeReport } from './write-report'

export const report = {
  actions: {
    /**
     * Verdict, measures, pictures, the queries that fail and how all of it was measured. Sends
     * progress.
     */
    'evaluation.report': action({
      summary: 'Offer runs beside one another as one HTML file that opens without anything else',
      input: EvaluationReportInput,
      run: withRuns(writeReport),
    }),
  },
} satisfies Feature
