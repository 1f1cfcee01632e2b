import { Boxes, ChartLine, FlaskRound, ListChecks, Settings, Wrench } from '@lucide/vue'
import { defineAsyncComponent } from 'vue'
import type { SectionInfo } from './composables/useSections'

/** The window's sections, in the order of the work: ask, have tools, have something to judge by, improve, decide. */
export const sections: readonly SectionInfo[] = [
  {
    id: 'playground',
    title: 'Playground',
    icon: FlaskRound,
    shortcut: 'Mod+1',
    view: defineAsyncComponent(() => import('./views/playground/PlaygroundView.vue')),
  },
  {
    id: 'catalog',
    title: 'Catalog',
    icon: Boxes,
    shortcut: 'Mod+2',
    view: defineAsyncComponent(() => import('./views/catalog/CatalogView.vue')),
  },
  {
    id: 'queries',
    title: 'Queries',
    icon: ListChecks,
    shortcut: 'Mod+3',
    view: defineAsyncComponent(() => import('./views/queries/QueriesView.vue')),
  },
  {
    id: 'improve',
    title: 'Improve',
    icon: Wrench,
    shortcut: 'Mod+4',
    view: defineAsyncComponent(() => import('./views/improve/ImproveView.vue')),
  },
  {
    id: 'evaluation',
    title: 'Evaluate',
    icon: ChartLine,
    shortcut: 'Mod+5',
    view: defineAsyncComponent(() => import('./views/evaluation/EvaluationView.vue')),
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: Settings,
    shortcut: 'Mod+6',
    view: defineAsyncComponent(() => import('./views/settings/SettingsView.vue')),
  },
]
