import { onScopeDispose, watch } from 'vue'
import { useBridge } from '../bridge/bridge'
import { useStatus } from './useStatus'
import { useWorkspace } from './useWorkspace'

/**
 * Shows the app's notices about the workspace on show in the status line, first that what it chose
 * left, until another workspace is shown.
 */
export function useNotices(): void {
  const { current } = useWorkspace()
  const { keepShowing, stopShowing } = useStatus()
  const unsubscribe = useBridge().onNotice(({ dir, text }) => {
    if (dir === current.value?.dir) keepShowing(text)
  })
  onScopeDispose(unsubscribe)
  watch([() => current.value?.dir, () => current.value?.left], ([, left]) => {
    if (left === undefined) stopShowing()
    else keepShowing(left)
  })
}
