import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const AllLogged = defineAsyncComponent(() => import('./AllLogged.vue'))
const LoggedQueries = defineAsyncComponent(() => import('./LoggedQueries.vue'))
const LoggedWithoutTools = defineAsyncComponent(() => import('./LoggedWithoutTools.vue'))
const ToolHistory = defineAsyncComponent(() => import('./ToolHistory.vue'))

const title = 'Logged queries'

export const loggedQueries: WindowFeature = {
  tabs: {
    queries: [
      { id: 'logged', title, inPalette: title, view: ({ dir }) => h(LoggedQueries, { dir }) },
    ],
  },
  panels: {
    'tool.overview': [{ title, view: ({ dir, tool }) => h(ToolHistory, { dir, tool }) }],
    'catalog.empty': [{ title, view: ({ dir }) => h(LoggedWithoutTools, { dir }) }],
    'playground.learned': [{ title, view: () => h(AllLogged) }],
  },
}
