import { reactive } from 'vue'
import { sharedState } from '../../composables/shared-state'
import type { LayerDraft } from './layer-draft'

const useAllDrafts = sharedState('drafts', () => reactive(new Map<string, LayerDraft>()))

/** Unsaved author's layers of one workspace, kept while the window is open, so that looking elsewhere loses nothing. */
export function useDrafts(dir: string) {
  const drafts = useAllDrafts()
  const key = (id: string): string => `${dir}\n${id}`
  return {
    hasDraft: (id: string): boolean => drafts.has(key(id)),
    draft: (id: string): LayerDraft | undefined => drafts.get(key(id)),
    keep: (id: string, draft: LayerDraft): void => void drafts.set(key(id), draft),
    forget: (id: string): void => void drafts.delete(key(id)),
  }
}
