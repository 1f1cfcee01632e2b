import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const PricesRow = defineAsyncComponent(() => import('./PricesRow.vue'))
const PricesButton = defineAsyncComponent(() => import('./PricesButton.vue'))

export const prices: WindowFeature = {
  panels: {
    'settings.general': [{ title: 'Prices', view: () => h(PricesRow) }],
    'evaluation.costs': [{ title: 'Prices', view: () => h(PricesButton) }],
  },
}
