import { shallowReactive } from 'vue'
import { sharedState } from '../composables/shared-state'

/** What is written in a form and not saved, with what it was made of. */
interface KeptDraft<Draft, Base> {
  draft: Draft
  base: Base
}

/** Unsaved drafts of one kind, by workspace and tool, kept while the window is open, so that looking elsewhere loses nothing. */
export function keptDrafts<Draft, Base>(kind: string) {
  const useAllDrafts = sharedState(kind, () =>
    shallowReactive(new Map<string, KeptDraft<Draft, Base>>()),
  )
  return (dir: string) => {
    const drafts = useAllDrafts()
    const key = (id: string): string => `${dir}\n${id}`
    return {
      hasDraft: (id: string): boolean => drafts.has(key(id)),
      kept: (id: string): KeptDraft<Draft, Base> | undefined => drafts.get(key(id)),
      keep: (id: string, kept: KeptDraft<Draft, Base>): void => void drafts.set(key(id), kept),
      forget: (id: string): void => void drafts.delete(key(id)),
    }
  }
}
