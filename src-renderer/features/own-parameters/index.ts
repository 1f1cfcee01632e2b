import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const OwnParameters = defineAsyncComponent(() => import('./OwnParameters.vue'))

export const ownParameters: WindowFeature = {
  panels: {
    'serve.connect': [
      {
        title: 'Parameters that agents are not shown',
        hint: 'hidden, or pinned to a value that Pegboard puts into calls',
        isShown: ({ isPublished }) => !isPublished,
        view: ({ dir }) => h(OwnParameters, { dir }),
      },
    ],
  },
}
