import { useLocalStorage } from '@vueuse/core'
import type { Ref } from 'vue'

/**
 * The golden set of a workspace that queries are written into, remembered on this machine; none
 * until one was chosen.
 */
export const useGoldenSet = (dir: string): Ref<string | undefined> =>
  useLocalStorage<string | undefined>(`pegboard.golden-set.${dir}`, undefined)
