import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const KindsLine = defineAsyncComponent(() => import('./KindsLine.vue'))
const TiersPanel = defineAsyncComponent(() => import('./TiersPanel.vue'))

export const tiers: WindowFeature = {
  panels: {
    'choice.figures': [
      {
        title: 'Plain and everyday requests',
        view: ({ dir, run, k }) => h(KindsLine, { dir, run, k }),
      },
    ],
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
