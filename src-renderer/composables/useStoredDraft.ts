import {
  computed,
  reactive,
  shallowRef,
  toRaw,
  watch,
  type ComputedRef,
  type Ref,
  type ShallowRef,
} from 'vue'
import { parseExact } from '../../src-main/domain/value/exact-json'
import { DRAFT_IS_BACK } from '../words/draft-words'
import type { draftsOfKind } from './drafts-of-kind'

interface FormAbout<Draft, Base> {
  /** Where what is not saved is kept. */
  drafts: ReturnType<ReturnType<typeof draftsOfKind<Draft, Base>>>
  /** What the form is about. */
  id: string
  /** What is saved. */
  read: () => Base
  draftOf: (base: Base) => Draft
  isDirty: (draft: Draft, base: Base) => boolean
}

export interface FormWithDraft<Draft, Base> {
  draft: Draft
  /** What the draft was made of: what the app compares an edit with. */
  base: Readonly<Ref<Base>>
  isDirty: ComputedRef<boolean>
  /** Whether it was written before the page was loaded again. */
  isBack: ComputedRef<boolean>
  /** What is to be said while it is dirty. */
  notSaved: ComputedRef<string>
  /** Puts what is saved into the form, in place of what stands there. */
  discard(): void
  /** Says what the draft is made of from now on; what stands in the form stays. */
  madeOf(base: Base): void
  /** The draft as it is now, to be sent: what is typed from here on is not in it. */
  snapshot(): Draft
  /** Takes up what was saved of `sent`. What was typed meanwhile stays, and is not saved yet. */
  takeUp(saved: Base, sent: Draft): void
}

/**
 * What stands in a form, kept while it is not saved. What an undo or another program saved shows
 * up, unless something unsaved stands in the form; that stays made of what it was made of, so that
 * saving it says that the other changed.
 */
export function useStoredDraft<Draft extends object, Base extends object>({
  drafts,
  id,
  read,
  draftOf,
  isDirty,
}: FormAbout<Draft, Base>): FormWithDraft<Draft, Base> {
  const kept = drafts.kept(id, draftOf)
  const base = shallowRef(toRaw(kept?.base) ?? read()) as ShallowRef<Base>
  const draft = reactive(kept?.draft ?? draftOf(base.value)) as Draft
  const dirty = computed(() => isDirty(draft, base.value))

  function show(saved: Base): void {
    base.value = saved
    Object.assign(draft, draftOf(saved))
    // Not left to the watch: the form may be gone by then.
    keep()
  }
  function keep(): void {
    if (dirty.value) drafts.keep(id, { draft, base: base.value })
    else drafts.forget(id)
  }
  watch([dirty, draft, base], keep, { immediate: true })
  function follow(saved: Base): void {
    // What was sent from this form before it was left may come back as saved.
    if (!dirty.value || !isDirty(draft, saved)) show(saved)
  }
  if (kept?.isBack) follow(read())
  watch(read, follow)

  const isBack = computed(() => drafts.isBack(id))
  return {
    draft,
    base,
    isDirty: dirty,
    isBack,
    notSaved: computed(() => (isBack.value ? DRAFT_IS_BACK : 'Not saved yet')),
    discard: () => show(read()),
    madeOf: (saved) => void (base.value = saved),
    snapshot: () => parseExact(JSON.stringify(draft)) as Draft,
    takeUp(saved, sent) {
      const next = draftOf(saved)
      base.value = saved
      for (const field of Object.keys(next) as (keyof Draft)[]) {
        if (isSame(draft[field], sent[field])) draft[field] = next[field]
      }
      keep()
    },
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
