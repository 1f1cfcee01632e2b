import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const UnanswerablePanel = defineAsyncComponent(() => import('./UnanswerablePanel.vue'))

export const unanswerable: WindowFeature = {
  panels: {
    'evaluation.details': [
      {
        title: 'Requests that no tool answers',
        isShown: ({ run }) => run !== undefined,
        view: ({ dir, runs, k }) => h(UnanswerablePanel, { dir, runs, k }),
      },
    ],
  },
}
