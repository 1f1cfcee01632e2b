import { shallowRef, type Ref } from 'vue'
import type { ProblemReport, Reply } from '../../src-main/contract/reply'
import type { Settings } from '../../src-main/domain/settings'
import { useBridge } from '../bridge/bridge'
import { useTheme } from './useTheme'

const settings = shallowRef<Settings>()
const problem = shallowRef<ProblemReport>()

/** The settings, shared by the whole window. `read` fetches them, `write` changes those named. */
export function useSettings(): {
  settings: Ref<Settings | undefined>
  problem: Ref<ProblemReport | undefined>
  read: () => Promise<void>
  write: (changes: Partial<Settings>) => Promise<void>
} {
  const bridge = useBridge()
  const { theme } = useTheme()

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
    write: async (changes) => take(await bridge.request('settings.write', changes)),
  }
}
