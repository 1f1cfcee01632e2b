import { Sparkles } from '@lucide/vue'
import { defineAsyncComponent, h } from 'vue'
import EmptyState from '../../components/EmptyState.vue'
import type { WindowFeature } from '../../places/places'
import { useEnhanceDialog } from './useEnhanceDialog'

const EnhanceButton = defineAsyncComponent(() => import('./EnhanceButton.vue'))
const EnhanceSelected = defineAsyncComponent(() => import('./EnhanceSelected.vue'))

export const enhance: WindowFeature = {
  panels: {
    'improve.bar': [
      {
        title: 'Enhance',
        view: ({ dir, show }) => h(EnhanceButton, { dir, onShow: show }),
      },
    ],
    'improve.noTexts': [
      {
        title: 'Enhance',
        view: () =>
          h(EmptyState, {
            title: 'Nothing to review',
            text: 'Use Enhance to have texts proposed. They wait here, and you see their effect on your golden queries before you accept one. What was accepted can be taken back.',
          }),
      },
    ],
    'catalog.selected': [{ title: 'Enhance', view: ({ ids }) => h(EnhanceSelected, { ids }) }],
  },
  toolMenu() {
    const { openEnhance } = useEnhanceDialog()
    const run = (tool: string) => openEnhance([tool])
    return [{ id: 'enhance', label: 'Enhance…', icon: Sparkles, run }]
  },
  palette() {
    const { openEnhance } = useEnhanceDialog()
    const run = () => openEnhance()
    return [{ id: 'enhance', group: 'Commands', title: 'Enhance tools…', icon: Sparkles, run }]
  },
}
