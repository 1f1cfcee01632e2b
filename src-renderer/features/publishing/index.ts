import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const PublishSnapshots = defineAsyncComponent(() => import('./PublishSnapshots.vue'))

export const publishing: WindowFeature = {
  panels: {
    'serve.connect': [
      {
        title: 'Publish',
        hint: 'for servers on other machines',
        isShown: ({ isPublished }) => !isPublished,
        view: ({ dir }) => h(PublishSnapshots, { dir }),
      },
    ],
  },
}
