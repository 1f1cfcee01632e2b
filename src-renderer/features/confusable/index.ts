import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const ConfusableTools = defineAsyncComponent(() => import('./ConfusableTools.vue'))

export const confusable: WindowFeature = {
  tabs: {
    improve: [
      {
        id: 'confusable',
        title: 'Confusable',
        inPalette: 'Confusable tools',
        view: ({ dir, selected, show }) =>
          h(ConfusableTools, {
            dir,
            selected,
            onShow: (tool: string) => show(tool, 'overview'),
            onWrite: (tool: string) => show(tool, 'texts'),
          }),
      },
    ],
  },
}
