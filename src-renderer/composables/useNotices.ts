import { onScopeDispose, watch } from 'vue'
import { useBridge } from '../bridge/bridge'
import { useStatus } from './useStatus'
import type { WorkspaceState } from './useWorkspace'

/** Shows the app's notices about the workspace on show in the status line, until another workspace is shown. */
export function useNotices({ current }: Pick<WorkspaceState, 'current'>): void {
  const { keepShowing, stopShowing } = useStatus()
  const unsubscribe = useBridge().onNotice(({ dir, text }) => {
    if (dir === current.value?.dir) keepShowing(text)
  })
  onScopeDispose(unsubscribe)
  watch(() => current.value?.dir, stopShowing)
}
