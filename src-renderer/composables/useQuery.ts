import { skipToken, useQuery as useTanstackQuery } from '@tanstack/vue-query'
import { computed, watchSyncEffect, type MaybeRefOrGetter, type Ref } from 'vue'
import type { ProblemReport, Progress } from '../../src-main/contract/reply'
import type { ActionInput, ActionName, ActionAnswer } from '../../src-main/features/actions'
import { useQueryCache, type Answer, type NoAnswer } from './query-cache'
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
  const wanted = computed(() => (shown.value ? reading.value : undefined))
  const state = useTanstackQuery<Answer, NoAnswer>(
    () => ({ ...(wanted.value ? cache.options(wanted.value) : NOTHING), shallow: true }),
    cache.client,
  )

  // Until the next flush, the state is that of the input before.
  const isWanted = (result: { key: string } | null | undefined) =>
    result?.key === wanted.value?.key && wanted.value !== undefined
  const answer = computed(() => (isWanted(state.data.value) ? state.data.value : undefined))
  const failure = computed(() => (isWanted(state.error.value) ? state.error.value : undefined))
  const loading = computed(
    () => !!wanted.value && (state.isFetching.value || !(answer.value ?? failure.value)),
  )
  const latest = computed<Answer | undefined>((before) => {
    if (!reading.value || answer.value) return answer.value
    return keepPrevious || before?.key === reading.value.key ? before : undefined
  })
  // Nobody need look for the answer before to be known.
  watchSyncEffect(() => void latest.value)

  return {
    data: computed(() => latest.value?.data as ActionAnswer<Name> | undefined),
    problem: computed(() => (loading.value ? undefined : failure.value?.problem)),
    loading,
    progress: computed(() =>
      loading.value && wanted.value ? cache.progress.get(wanted.value.key) : undefined,
    ),
    async reload() {
      if (!reading.value) return
      await cache.reload(reading.value)
      // A newer version may have come meanwhile.
      if (wanted.value) await cache.arrival(wanted.value)
    },
  }
}

const NOTHING = { queryKey: ['nothing'], queryFn: skipToken }
