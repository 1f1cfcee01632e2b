import { computed, shallowRef, type WritableComputedRef } from 'vue'
import { sharedState } from './shared-state'

const keyOf = (dir: string): string => `pegboard.golden-set.${dir}`

const useChosen = sharedState('golden set', () =>
  shallowRef<Readonly<Record<string, string | undefined>>>({}),
)

/**
 * The golden set of a workspace that queries are written into, remembered on this machine; none
 * until one was chosen.
 */
export function useGoldenSet(dir: string): WritableComputedRef<string | undefined> {
  const chosen = useChosen()
  return computed({
    get: () => chosen.value[dir] ?? localStorage.getItem(keyOf(dir)) ?? undefined,
    set(name) {
      chosen.value = { ...chosen.value, [dir]: name }
      if (name === undefined) localStorage.removeItem(keyOf(dir))
      else localStorage.setItem(keyOf(dir), name)
    },
  })
}
