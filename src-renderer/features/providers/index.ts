import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const ProvidersPanel = defineAsyncComponent(() => import('./ProvidersPanel.vue'))

export const providers: WindowFeature = {
  panels: {
    'evaluation.details': [
      {
        title: 'Providers’ own search',
        hint: 'whether it would do',
        isShown: ({ run }) => run !== undefined,
        view: ({ dir, recipes, run, k, pairs, measuring }) =>
          run && h(ProvidersPanel, { dir, recipes, run, k, pairs, measuring }),
      },
    ],
  },
}
