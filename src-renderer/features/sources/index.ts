import { RefreshCw } from '@lucide/vue'
import { defineAsyncComponent, h } from 'vue'
import { useNavigation } from '../../composables/useNavigation'
import type { WindowFeature } from '../../places/places'
import { useSourcesAsked } from './useSourcesAsked'

const SourcesPane = defineAsyncComponent(() => import('./SourcesPane.vue'))

export const sources: WindowFeature = {
  tabs: {
    catalog: [
      {
        id: 'sources',
        title: 'Sources',
        inPalette: 'Sources of the catalog',
        view: ({ dir }) => h(SourcesPane, { dir }),
      },
    ],
  },
  palette() {
    const { go } = useNavigation()
    const asked = useSourcesAsked()
    const readSources = (does: 'check' | 'refresh') => () => {
      go('catalog', { tab: 'sources' })
      asked.value = does
    }
    const command = { group: 'Commands', icon: RefreshCw }
    return [
      { ...command, id: 'check-sources', title: 'Check sources', run: readSources('check') },
      {
        ...command,
        id: 'refresh-sources',
        title: 'Refresh all sources',
        run: readSources('refresh'),
      },
    ]
  },
  changing: ['sources.list'],
}
