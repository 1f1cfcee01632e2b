import { computed, watch } from 'vue'
import { useQuery } from '../../composables/useQuery'
import { useSettings } from '../../composables/useSettings'
import type { Playground } from './usePlayground'

/** What the demo is first asked. Its golden set holds a longer form of it, by which the demo is known. */
const FIRST_QUERY = 'notify the team that the build broke'

/** Until a person asks something of their own: the demo with one query already answered. */
export function useFirstMinute({ state, dir, goldenSets, goldenSet, run }: Playground) {
  const { settings, write } = useSettings()
  const isNew = computed(() => settings.value?.welcomed === false)
  const found = useQuery('golden.queries', () =>
    isNew.value && goldenSet.value
      ? { dir, set: goldenSet.value.name, search: FIRST_QUERY, limit: 1 }
      : undefined,
  )
  const isLookedFor = computed(() => {
    if (goldenSets.data.value && !goldenSet.value) return false
    return !goldenSets.problem.value && !found.data.value && !found.problem.value
  })
  const isDemo = computed(() => isNew.value && (found.data.value?.total ?? 0) > 0)

  const end = (): void => void write({ welcomed: true })

  watch(
    isDemo,
    (is) => {
      if (!is || state.attempt || state.text) return
      state.text = FIRST_QUERY
      void run()
    },
    { immediate: true },
  )
  watch(
    () => state.attempt?.text,
    (text) => {
      if (isNew.value && text && text !== FIRST_QUERY) end()
    },
  )

  return {
    /** Whether it is not known yet that there is nothing to show: until then, what is typed would be written over. */
    pending: computed(() => isNew.value && !state.attempt && isLookedFor.value),
    shown: computed(() => isDemo.value && state.asked?.text === FIRST_QUERY),
    end,
  }
}
