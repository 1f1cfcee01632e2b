import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'
import MoreQueries from './MoreQueries.vue'

const WriteQueries = defineAsyncComponent(() => import('./WriteQueries.vue'))

const title = 'Write queries with a model'

export const writtenQueries: WindowFeature = {
  panels: {
    'queries.bar': [{ title, view: ({ dir }) => h(WriteQueries, { dir }) }],
    'evaluation.moreQueries': [{ title, view: (given) => h(MoreQueries, given) }],
  },
}
