import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'
import { useAgentSession } from './useAgentSession'

const AgentSession = defineAsyncComponent(() => import('./AgentSession.vue'))

export const sessions: WindowFeature = {
  answerTabs: [
    {
      id: 'session',
      title: 'Session',
      inMenu: 'Begin a session with it',
      whose: 'Whose tools it begins with',
      use(shown) {
        const session = useAgentSession(shown)
        return () => h(AgentSession, { session, shown: shown() })
      },
    },
  ],
}
