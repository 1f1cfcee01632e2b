import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const AblationPanel = defineAsyncComponent(() => import('./AblationPanel.vue'))
const TakeApart = defineAsyncComponent(() => import('./TakeApart.vue'))

const TITLE = 'Ablation'

export const ablation: WindowFeature = {
  panels: {
    'evaluation.details': [
      {
        title: TITLE,
        hint: 'what is lost without each part',
        isShown: ({ run }) => run !== undefined,
        view: ({ dir, run, k, measuring: { isRunning } }) =>
          run && h(AblationPanel, { dir, run, k, measuring: isRunning }),
      },
    ],
    'evaluation.choice': [
      {
        title: 'What each part adds',
        view: ({ recipe, options, number, ready, measure, showDetail }) =>
          h(TakeApart, { recipe, options, number, ready, measure, show: () => showDetail(TITLE) }),
      },
    ],
  },
}
