import { reactive } from 'vue'
import { sharedState } from '../../composables/shared-state'
import type { AuthorLayer } from '../../../src-main/domain/tool'
import type { LayerDraft } from './layer-draft'

interface KeptDraft {
  draft: LayerDraft
  /** The layer that the draft was made of. */
  base: AuthorLayer
}

const useAllDrafts = sharedState('drafts', () => reactive(new Map<string, KeptDraft>()))

/** Unsaved author's layers of one workspace, kept while the window is open, so that looking elsewhere loses nothing. */
export function useDrafts(dir: string) {
  const drafts = useAllDrafts()
  const key = (id: string): string => `${dir}\n${id}`
  return {
    hasDraft: (id: string): boolean => drafts.has(key(id)),
    kept: (id: string): KeptDraft | undefined => drafts.get(key(id)),
    keep: (id: string, kept: KeptDraft): void => void drafts.set(key(id), kept),
    forget: (id: string): void => void drafts.delete(key(id)),
  }
}
