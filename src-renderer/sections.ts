import { Boxes, ChartLine, Cpu, FlaskRound, Settings } from '@lucide/vue'
import { defineAsyncComponent } from 'vue'
import type { SectionInfo } from './composables/useSections'

/** The window's sections. The first is shown where the address names none. */
export const sections: readonly SectionInfo[] = [
  {
    id: 'catalog',
    title: 'Catalog',
    icon: Boxes,
    shortcut: 'Mod+1',
    view: defineAsyncComponent(() => import('./views/catalog/CatalogView.vue')),
  },
  {
    id: 'playground',
    title: 'Playground',
    icon: FlaskRound,
    shortcut: 'Mod+2',
    view: defineAsyncComponent(() => import('./views/playground/PlaygroundView.vue')),
  },
  {
    id: 'evaluation',
    title: 'Evaluation',
    icon: ChartLine,
    shortcut: 'Mod+3',
    view: defineAsyncComponent(() => import('./views/evaluation/EvaluationView.vue')),
  },
  {
    id: 'models',
    title: 'Models',
    icon: Cpu,
    shortcut: 'Mod+4',
    view: defineAsyncComponent(() => import('./views/models/ModelsView.vue')),
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: Settings,
    shortcut: 'Mod+5',
    view: defineAsyncComponent(() => import('./views/settings/SettingsView.vue')),
  },
]
