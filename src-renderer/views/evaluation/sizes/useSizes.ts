import { computed } from 'vue'
import { parseSizes, suggestedSizes } from './size-list'

/** Whether smaller catalogs are measured too, and which. */
interface SizesChoice {
  isSized: boolean
  /** As written; the suggested ones until something is. */
  sizes?: string | undefined
  /** How often each of them is drawn. */
  draws: number
}

/** The sizes of catalog to measure. @param tools in the whole catalog */
export function useSizes(setup: SizesChoice, tools: () => number) {
  const sizes = computed(() => setup.sizes ?? suggestedSizes(tools()))
  const parsed = computed(() => parseSizes(sizes.value, tools()))
  const sizesFault = computed(() =>
    setup.isSized && 'error' in parsed.value ? parsed.value.error : undefined,
  )
  /** As a request names them; nothing where it is the whole catalog, or they are wrong. */
  const catalogSizes = computed(() =>
    setup.isSized && 'sizes' in parsed.value
      ? {
          tools: parsed.value.sizes,
          seeds: Array.from({ length: setup.draws }, (_, at) => at + 1),
        }
      : undefined,
  )
  return { sizes, sizesFault, catalogSizes }
}
