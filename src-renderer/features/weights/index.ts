import { h } from 'vue'
import type { WindowFeature } from '../../places/places'
import OpenedWeights from './OpenedWeights.vue'
import WeightsButton from './WeightsButton.vue'

const title = 'Weights of fields'

export const weights: WindowFeature = {
  panels: {
    'recipe.options': [{ title, view: (given) => h(WeightsButton, given) }],
    'window.dialogs': [{ title, view: ({ dir }) => h(OpenedWeights, { dir }) }],
  },
}
