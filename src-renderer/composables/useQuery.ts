import { computed, shallowRef, watch, type MaybeRefOrGetter, type Ref } from 'vue'
import type { ProblemReport, Progress } from '../../src-main/contract/reply'
import type { ActionInput, ActionName, ActionAnswer } from '../../src-main/features/actions'
import { useQueryCache, type CachedAnswer } from './query-cache'
import { useReading } from './useReading'
import { useShown } from './useShown'

export interface Query<Data> {
  /**
   * The answer to the input as it is now. Stays while the workspace's next commit is read, and
   * after an error. Shared with others who read the same: not to be changed.
   */
  data: Readonly<Ref<Data | undefined>>
  problem: Readonly<Ref<ProblemReport | undefined>>
  /** Whether a request is under way; `data` is then an older answer. */
  loading: Readonly<Ref<boolean>>
  /** How far the request under way has come, where it takes so long that the app says so. */
  progress: Readonly<Ref<Progress | undefined>>
  /** Requests again, whatever is cached. */
  reload(): Promise<void>
}

interface QueryOptions {
  /**
   * Whether the answer to the input before stays until the next is there, so that a list does not
   * blink.
   */
  keepPrevious?: boolean
}

/**
 * Reads from the app, again whenever the input or the commit of the workspace on show changes.
 * Nothing is requested while the input is undefined or the component is out of sight. Components
 * that read the same share one request. For what changes something use `useTask`.
 */
export function useQuery<Name extends ActionName>(
  action: Name,
  input: MaybeRefOrGetter<ActionInput<Name> | undefined>,
  { keepPrevious = false }: QueryOptions = {},
): Query<ActionAnswer<Name>> {
  const cache = useQueryCache()
  const reading = useReading(action, input)
  const shown = useShown()
  const held = shallowRef<CachedAnswer>()

  watch(
    () => (shown.value ? reading.value?.key : undefined),
    (_key, _before, onCleanup) => {
      held.value = undefined
      if (!shown.value || !reading.value) return
      const answer = cache.hold(reading.value)
      held.value = answer
      onCleanup(() => cache.release(answer))
    },
    { immediate: true },
  )
  watch(
    () => reading.value?.commit,
    (commit) => {
      if (held.value) cache.renew(held.value, commit)
    },
  )

  /** What is held, where it answers the input as it is at this moment. */
  const answer = computed(() => (held.value?.key === reading.value?.key ? held.value : undefined))
  const latest = computed<{ key: string; data: unknown } | undefined>((before) => {
    if (!reading.value) return undefined
    const { key } = reading.value
    const data = answer.value?.data.value
    if (data !== undefined) return { key, data }
    return keepPrevious || before?.key === key ? before : undefined
  })

  return {
    data: computed(() => latest.value?.data as ActionAnswer<Name> | undefined),
    problem: computed(() => answer.value?.problem.value),
    loading: computed(() =>
      answer.value ? !!answer.value.controller.value : !!reading.value && shown.value,
    ),
    progress: computed(() => answer.value?.progress.value),
    async reload() {
      if (reading.value) await cache.reload(reading.value.key)
    },
  }
}
