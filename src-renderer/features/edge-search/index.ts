import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'
import { useEdgeCommands } from './useEdgeCommands'
import { useEdgeSearch } from './useEdgeSearch'

const EdgeSearchProgress = defineAsyncComponent(() => import('./EdgeSearchProgress.vue'))
const EdgesOffer = defineAsyncComponent(() => import('./EdgesOffer.vue'))
const EdgesUnlooked = defineAsyncComponent(() => import('./EdgesUnlooked.vue'))
const LookFromTool = defineAsyncComponent(() => import('./LookFromTool.vue'))

const title = 'Look for edges'

export const edgeSearch: WindowFeature = {
  toDoSearch: {
    title,
    use(dir) {
      const edges = useEdgeSearch(dir)
      return { ...useEdgeCommands(edges), progress: () => h(EdgeSearchProgress, { edges }) }
    },
  },
  panels: {
    'improve.noEdges': [{ title, view: () => h(EdgesUnlooked) }],
    'tool.noEdges': [{ title, view: ({ tool }) => h(LookFromTool, { tool }) }],
    'import.done': [
      {
        title,
        isShown: ({ imported }) => imported.offersEdges === true,
        view: ({ close }) => h(EdgesOffer, { onClose: close }),
      },
    ],
  },
}
