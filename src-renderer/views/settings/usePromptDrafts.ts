import {
  computed,
  reactive,
  ref,
  watch,
  type ComputedRef,
  type Ref,
  type WritableComputedRef,
} from 'vue'
import type { PromptInfo } from '../../../src-main/contract/prompt'

/** A wording that is being written, and the one that it began with. */
interface Draft {
  text: string
  base: string
}

/** The prompt on show and what is written of it; drafts of others wait until they are on show again. */
export interface PromptDrafts {
  chosen: Ref<string>
  /** All prompts, as of the last answer that told of each. */
  prompts: ComputedRef<readonly PromptInfo[]>
  prompt: ComputedRef<PromptInfo | undefined>
  text: WritableComputedRef<string>
  /** What the draft began with: the wording as it was read then. */
  base: ComputedRef<string | undefined>
  isChanged(id: string): boolean
  /** Takes prompts as they are now, and drops the draft of the one named. */
  settle(id: string, now: readonly PromptInfo[]): void
}

/** @param read the prompts as they were read last */
export function usePromptDrafts(read: () => readonly PromptInfo[]): PromptDrafts {
  const chosen = ref('')
  const drafts = reactive(new Map<string, Draft>())
  /** What changes answered, until the prompts are read again. */
  const answered = reactive(new Map<string, PromptInfo>())
  watch(read, () => answered.clear())
  const prompts = computed(() => read().map((each) => answered.get(each.id) ?? each))
  const prompt = computed(
    () => prompts.value.find(({ id }) => id === chosen.value) ?? prompts.value[0],
  )
  const draft = computed(() => drafts.get(prompt.value?.id ?? ''))
  const text = computed({
    get: () => draft.value?.text ?? prompt.value?.wording ?? '',
    set(written) {
      const { id = '', wording = '' } = prompt.value ?? {}
      drafts.set(id, { text: written, base: draft.value?.base ?? wording })
    },
  })
  return {
    ...{ chosen, prompts, prompt, text },
    base: computed(() => draft.value?.base),
    isChanged(id) {
      const now = prompts.value.find((each) => each.id === id)?.wording
      return (drafts.get(id)?.text.trim() ?? now) !== now
    },
    settle(id, now) {
      drafts.delete(id)
      for (const each of now) answered.set(each.id, each)
    },
  }
}
