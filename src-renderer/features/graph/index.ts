import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const CatalogGraph = defineAsyncComponent(() => import('./CatalogGraph.vue'))

export const graph: WindowFeature = {
  tabs: {
    catalog: [
      {
        id: 'graph',
        title: 'Graph',
        inPalette: 'Graph of what tools need',
        isShown: ({ isEmpty }) => !isEmpty,
        view: ({ dir, selected, show, showTable }) =>
          h(CatalogGraph, {
            dir,
            selected,
            onShow: (tool: string) => show(tool, 'edges'),
            onTools: showTable,
          }),
      },
    ],
  },
}
