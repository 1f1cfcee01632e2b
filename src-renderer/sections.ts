import { Boxes, Cable, ChartLine, FlaskRound, ListChecks, Settings, Wrench } from '@lucide/vue'
import { defineAsyncComponent, type Component } from 'vue'
import type { SectionInfo } from './composables/useSections'

type Load = () => Promise<{ default: Component }>
const loads: Load[] = []

function lazily(load: Load): Component {
  loads.push(load)
  return defineAsyncComponent(load)
}

/**
 * Loads the views not on show one by one while the window is idle, so that nobody waits for one
 * behind requests.
 */
export function loadWhenIdle(): void {
  const load = loads.shift()
  if (load) requestIdleCallback(() => void load().finally(loadWhenIdle))
}

/**
 * The window's sections, in the order of the work: ask, have tools, have something to judge by,
 * improve, decide, give it to agents.
 */
export const sections: readonly SectionInfo[] = [
  {
    id: 'playground',
    title: 'Playground',
    icon: FlaskRound,
    shortcut: 'Mod+1',
    view: lazily(() => import('./views/playground/PlaygroundView.vue')),
  },
  {
    id: 'catalog',
    title: 'Catalog',
    icon: Boxes,
    shortcut: 'Mod+2',
    view: lazily(() => import('./views/catalog/CatalogView.vue')),
  },
  {
    id: 'queries',
    title: 'Queries',
    icon: ListChecks,
    shortcut: 'Mod+3',
    view: lazily(() => import('./views/queries/QueriesView.vue')),
  },
  {
    id: 'improve',
    title: 'Improve',
    icon: Wrench,
    shortcut: 'Mod+4',
    view: lazily(() => import('./views/improve/ImproveView.vue')),
  },
  {
    id: 'evaluation',
    title: 'Evaluate',
    icon: ChartLine,
    shortcut: 'Mod+5',
    view: lazily(() => import('./views/evaluation/EvaluationView.vue')),
  },
  {
    id: 'serve',
    title: 'Serve',
    icon: Cable,
    shortcut: 'Mod+6',
    view: lazily(() => import('./views/serve/ServeView.vue')),
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: Settings,
    shortcut: 'Mod+7',
    view: lazily(() => import('./views/settings/SettingsView.vue')),
  },
]
