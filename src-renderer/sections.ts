import { Boxes, ChartLine, FlaskRound, ListChecks, Settings, Wrench } from '@lucide/vue'
import { defineAsyncComponent, type Component } from 'vue'
import type { SectionInfo } from './composables/useSections'
import type { SectionView, WindowFeature } from './places/places'

const loads: SectionView['load'][] = []

function lazily(load: SectionView['load']): Component {
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

/** In the order of the work: ask, have tools, have something to judge by, improve, decide. */
const WORK: readonly SectionView[] = [
  {
    id: 'playground',
    title: 'Playground',
    icon: FlaskRound,
    load: () => import('./views/playground/PlaygroundView.vue'),
  },
  {
    id: 'catalog',
    title: 'Catalog',
    icon: Boxes,
    load: () => import('./views/catalog/CatalogView.vue'),
  },
  {
    id: 'queries',
    title: 'Queries',
    icon: ListChecks,
    load: () => import('./views/queries/QueriesView.vue'),
  },
  {
    id: 'improve',
    title: 'Improve',
    icon: Wrench,
    load: () => import('./views/improve/ImproveView.vue'),
  },
  {
    id: 'evaluation',
    title: 'Evaluate',
    icon: ChartLine,
    load: () => import('./views/evaluation/EvaluationView.vue'),
  },
]

const SETTINGS: SectionView = {
  id: 'settings',
  title: 'Settings',
  icon: Settings,
  load: () => import('./views/settings/SettingsView.vue'),
}

/**
 * The window's sections: those of the work, what features do with what it came to, such as giving
 * it to agents, and the settings. Shortcuts count them.
 */
export const sectionsWith = (features: readonly WindowFeature[]): readonly SectionInfo[] =>
  [...WORK, ...features.flatMap(({ sections = [] }) => sections), SETTINGS].map(
    ({ load, ...section }, at) => ({
      ...section,
      shortcut: `Mod+${at + 1}`,
      view: lazily(load),
    }),
  )
