import { action } from '../../app/action'
import { withRuns } from '../../app/evaluation/measured-runs'
import type { Feature } from '../feature'
import { EvaluationConfidenceInput, measureConfidence } from './measure-confidence'

export const unanswerable = {
  actions: {
    /**
     * With `leaveOut`, some of their queries are asked again as if today's catalog lacked their
     * right tools; sends progress.
     */
    'evaluation.confidence': action({
      summary: 'How runs did where no tool fits, and how well their scores tell that',
      input: EvaluationConfidenceInput,
      run: withRuns(measureConfidence),
    }),
  },
} satisfies Feature
