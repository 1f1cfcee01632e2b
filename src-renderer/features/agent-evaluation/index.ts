import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'

const AgentPanel = defineAsyncComponent(() => import('./AgentPanel.vue'))

export const agentEvaluation: WindowFeature = {
  panels: {
    'evaluation.details': [
      {
        title: 'Agent',
        hint: 'what a chat model makes of the tools',
        view: (given) => h(AgentPanel, given),
      },
    ],
  },
  changing: ['agentRuns.preview'],
}
