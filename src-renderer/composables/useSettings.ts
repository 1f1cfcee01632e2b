import { shallowRef } from 'vue'
import type { ProblemReport, Reply } from '../../src-main/contract/reply'
import type { ActionInput } from '../../src-main/features/actions'
import type { Settings } from '../../src-main/domain/workspace/settings'
import { useBridge } from '../bridge/bridge'
import { sharedState } from './shared-state'
import { useTheme } from './useTheme'

/** The settings. `read` fetches them, `write` changes those named. */
export const useSettings = sharedState('settings', () => {
  const bridge = useBridge()
  const { theme } = useTheme()
  const settings = shallowRef<Settings>()
  const problem = shallowRef<ProblemReport>()

  function take(reply: Reply<Settings>): void {
    problem.value = reply.ok ? undefined : reply.error
    if (!reply.ok) return
    settings.value = reply.data
    theme.value = reply.data.theme
  }

  return {
    settings,
    problem,
    read: async () => take(await bridge.request('settings.read', {})),
    write: async (changes: ActionInput<'settings.write'>) =>
      take(await bridge.request('settings.write', changes)),
  }
})
