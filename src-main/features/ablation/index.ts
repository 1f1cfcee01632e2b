import { action } from '../../app/action'
import { withRuns } from '../../app/evaluation/measured-runs'
import type { Feature } from '../feature'
import { AblationMeasureInput, measureAblation } from './measure'
import { AblationReadInput, readAblation } from './read'

export const ablation = {
  actions: {
    'ablation.read': action({
      summary: 'What each part of a measured recipe gives, as far as it is measured without it',
      input: AblationReadInput,
      run: withRuns(readAblation),
    }),
    /** Each run is kept as soon as it is finished. Sends progress. */
    'ablation.measure': action({
      summary: 'Measure a recipe without each of its parts in turn, and say what that changes',
      input: AblationMeasureInput,
      run: withRuns(measureAblation),
    }),
  },
} satisfies Feature
