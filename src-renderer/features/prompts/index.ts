import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const PromptsRow = defineAsyncComponent(() => import('./PromptsRow.vue'))

export const prompts: WindowFeature = {
  panels: { 'settings.general': [{ title: 'Prompts', view: () => h(PromptsRow) }] },
}
