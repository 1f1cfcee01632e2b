import { Cable, Unplug } from '@lucide/vue'
import { defineAsyncComponent, h } from 'vue'
import { useNavigation } from '../../composables/useNavigation'
import type { WindowFeature } from '../../places/places'
import { useServingAsked } from './useServingAsked'

const AsAgentsRead = defineAsyncComponent(() => import('./AsAgentsRead.vue'))
const UntakenSearches = defineAsyncComponent(() => import('./UntakenSearches.vue'))

export const serving: WindowFeature = {
  sections: [{ id: 'serve', title: 'Serve', icon: Cable, load: () => import('./ServeView.vue') }],
  palette() {
    const { go } = useNavigation()
    const asked = useServingAsked()
    const serve = (does: 'start' | 'stop') => () => {
      go('serve')
      asked.value = does
    }
    const group = 'Commands'
    return [
      { id: 'serve', group, title: 'Start serving over HTTP', icon: Cable, run: serve('start') },
      {
        id: 'stop-serving',
        group,
        title: 'Stop serving over HTTP',
        icon: Unplug,
        run: serve('stop'),
      },
    ]
  },
  answerTabs: [
    {
      id: 'as-read',
      title: 'As agents read it',
      inMenu: 'Show what an agent reads of it',
      whose: 'Whose tools it is written of',
      use: (shown) => () => h(AsAgentsRead, { shown: shown() }),
    },
  ],
  panels: {
    'improve.untaken': [
      { title: 'Requests of agents', view: ({ searches }) => h(UntakenSearches, { searches }) },
    ],
  },
  changing: ['serving.state', 'serving.calls', 'served.sums', 'served.log'],
}
