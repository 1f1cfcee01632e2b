import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const AgentPanel = defineAsyncComponent(() => import('./AgentPanel.vue'))

export const agentEvaluation: WindowFeature = {
  panels: {
    'evaluation.details': [
      {
        title: 'Agent',
        hint: 'what a chat model makes of the tools',
        view: ({ dir, recipes, providerLimit }) => h(AgentPanel, { dir, recipes, providerLimit }),
      },
    ],
  },
  changing: ['agentRuns.preview'],
}
