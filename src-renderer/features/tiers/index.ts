import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const TiersPanel = defineAsyncComponent(() => import('./TiersPanel.vue'))

export const tiers: WindowFeature = {
  panels: {
    'evaluation.details': [
      {
        title: 'Kinds of requests',
        hint: 'exact, paraphrased, vague, for several things',
        isShown: ({ runs }) => runs.length > 0,
        view: ({ dir, runs, k, tier, tierProblem, lookAtTier }) =>
          h(TiersPanel, {
            dir,
            runs,
            k,
            tier,
            problem: tierProblem,
            'onUpdate:tier': lookAtTier,
          }),
      },
    ],
  },
}
