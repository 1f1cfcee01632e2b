import { useEventListener, useTimeoutFn } from '@vueuse/core'
import { shallowReactive } from 'vue'
import { sharedState } from './shared-state'
import { hasForm, storedDrafts, storeDrafts, type StoredDraft } from './stored-drafts'

/** So much of what is typed may be lost where the page ends without a word. */
const STORE_MS = 300

/**
 * Unsaved drafts of every kind; stored, so that they are there again after the page was loaded
 * again.
 */
const useAllDrafts = sharedState('drafts', () => {
  const drafts = shallowReactive(new Map(storedDrafts()))
  const waiting = useTimeoutFn(store, STORE_MS, { immediate: false })
  function store(): void {
    waiting.stop()
    storeDrafts(drafts)
  }
  useEventListener('pagehide', () => waiting.isPending.value && store())
  return { drafts, store, storeSoon: () => waiting.isPending.value || waiting.start() }
})

/**
 * Unsaved drafts of one kind, by workspace and thing, so that neither looking elsewhere nor loading
 * the page again loses them. They are JSON, and never secrets: a token or the value of a variable
 * is no draft.
 */
export function draftsOfKind<Draft, Base>(kind: string) {
  return (dir: string) => {
    const { drafts, store, storeSoon } = useAllDrafts()
    const all = drafts as Map<string, StoredDraft<Draft, Base>>
    const key = (id: string): string => `${kind}\n${dir}\n${id}`
    return {
      hasDraft: (id: string): boolean => all.has(key(id)),
      /** Whether it was written before the page was loaded again. */
      isBack: (id: string): boolean => all.get(key(id))?.isBack === true,
      /**
       * @param draftOf makes a draft of what it is made of: what has another form than that is no
       * draft
       */
      kept(id: string, draftOf: (base: Base) => Draft): StoredDraft<Draft, Base> | undefined {
        const kept = all.get(key(id))
        return kept && hasForm(kept, draftOf) ? kept : undefined
      },
      keep(id: string, kept: StoredDraft<Draft, Base>): void {
        const isBack = all.get(key(id))?.isBack === true
        // The latest is to be the last: the oldest are the first to go where there are too many.
        all.delete(key(id))
        all.set(key(id), { ...kept, ...(isBack && { isBack }) })
        storeSoon()
      },
      /** At once: what was saved must not come back. */
      forget: (id: string): void => void (all.delete(key(id)) && store()),
    }
  }
}
