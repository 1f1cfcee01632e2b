import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const ProposedNamespaces = defineAsyncComponent(() => import('./ProposedNamespaces.vue'))

export const namespaces: WindowFeature = {
  panels: {
    'serve.connect': [
      {
        title: 'Namespaces',
        hint: 'groups for servers of many tools, by tags and names',
        view: ({ dir, isPublished }) => h(ProposedNamespaces, { dir, isPublished }),
      },
    ],
  },
}
