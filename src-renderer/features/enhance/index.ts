import { Sparkles, Target } from '@lucide/vue'
import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'
import { useEnhanceDialog } from './useEnhanceDialog'
import { useWriteForMissed } from './useWriteForMissed'

const EnhanceButtons = defineAsyncComponent(() => import('./EnhanceButtons.vue'))
const EnhanceSelected = defineAsyncComponent(() => import('./EnhanceSelected.vue'))
const NoTexts = defineAsyncComponent(() => import('./NoTexts.vue'))

export const enhance: WindowFeature = {
  panels: {
    'improve.bar': [
      {
        title: 'Enhance',
        view: ({ dir, show }) => h(EnhanceButtons, { dir, onShow: show }),
      },
    ],
    'improve.noTexts': [{ title: 'Enhance', view: () => h(NoTexts) }],
    'catalog.selected': [{ title: 'Enhance', view: ({ ids }) => h(EnhanceSelected, { ids }) }],
  },
  toolMenu() {
    const { openEnhance } = useEnhanceDialog()
    const run = (tool: string) => openEnhance([tool])
    return [{ id: 'enhance', label: 'Enhance…', icon: Sparkles, run }]
  },
  palette() {
    const { openEnhance } = useEnhanceDialog()
    const { open } = useWriteForMissed()
    const group = 'Commands'
    return [
      { id: 'missed', group, title: 'Write for what is missed…', icon: Target, run: open },
      { id: 'enhance', group, title: 'Enhance tools…', icon: Sparkles, run: () => openEnhance() },
    ]
  },
}
