import { computed } from 'vue'
import type { ModelRole } from '../../src-main/domain/model/names'
import { useSettings } from './useSettings'
import { useWorkspace } from './useWorkspace'

/**
 * The model that the workspace on show works with, by what it is chosen for: its own, or that of
 * the settings.
 */
export function useModelsInUse() {
  const { settings } = useSettings()
  const { current } = useWorkspace()
  return computed((): Partial<Record<ModelRole, string | undefined>> => {
    const { embedder, chatModel, reranker } = settings.value ?? {}
    return { embedder, chat: chatModel, reranker, ...current.value?.models }
  })
}
