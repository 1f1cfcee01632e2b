import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const RobustnessPanel = defineAsyncComponent(() => import('./RobustnessPanel.vue'))

export const robustness: WindowFeature = {
  panels: {
    'evaluation.details': [
      {
        title: 'Catalogs that change',
        hint: 'what is kept as tools are renamed, split or gone',
        isShown: ({ run }) => run !== undefined,
        view: ({ dir, run, k }) => run && h(RobustnessPanel, { dir, run, k }),
      },
    ],
  },
  changing: ['evaluation.keptRobustness'],
}
