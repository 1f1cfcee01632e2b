import { reactive, ref } from 'vue'
import { sharedState } from './shared-state'
import { useNavigation } from './useNavigation'
import type { ToolId } from '../../src-main/domain/tool/tool'

/** A written query as its author changes it. */
export interface WrittenDraft {
  text: string
  tools: readonly ToolId[]
}

/**
 * The one dialog that has golden queries written, whichever button opens it; the first query that is accepted takes some of
 * these buttons away. What is being changed outlives a dialog that is closed.
 */
export const useWriteQueriesDialog = sharedState('write queries dialog', () => {
  const { go } = useNavigation()
  const isOpen = ref(false)
  /** What is changed and not saved, by workspace and id. */
  const drafts = reactive(new Map<string, WrittenDraft>())
  function open(): void {
    go('queries')
    isOpen.value = true
  }
  return { isOpen, open, drafts }
})
