import { computed } from 'vue'
import { formatCount } from '../../words/number-words'

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

/** Sizes of catalogs as a request names them. */
type Sizes = (number | 'all')[]

/** As many as one experiment takes. */
const MOST = 12
/** Of those suggested. */
const MOST_SUGGESTED = 9
const STEPS = [1, 2, 5]
/** A size nearer to the whole catalog shows nothing that this does not. */
const WORTH_IT = 0.8

/**
 * Sizes as written, `10, 100, all`: rising, each once; or what is wrong with them.
 * @param tools in the whole catalog
 */
export function parseSizes(text: string, tools: number): { sizes: Sizes } | { error: string } {
  const parts = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  const isAll = (part: string) => part === 'all' || Number(part) === tools
  const numbers = parts.filter((part) => !isAll(part)).map(Number)
  const wrong = parts.find((part) => !isAll(part) && !isSize(Number(part)))
  if (wrong !== undefined) {
    return { error: `“${wrong}” is no size: whole numbers of 1 or more, or “all”.` }
  }
  const beyond = numbers.find((size) => size > tools)
  if (beyond !== undefined) {
    return { error: `The catalog has ${formatCount(tools)} tools: ${formatCount(beyond)} is more.` }
  }
  const sizes: Sizes = [...new Set(numbers)].sort((a, b) => a - b)
  if (parts.some(isAll)) sizes.push('all')
  if (sizes.length === 0) return { error: 'Name at least one size, such as 10, 100, all.' }
  if (sizes.length > MOST) return { error: `At most ${MOST} sizes.` }
  return { sizes }
}

const isSize = (value: number): boolean => Number.isInteger(value) && value >= 1

/**
 * Sizes that show how a recipe does as this catalog grows, as they are written: `10, 20, 50, all`.
 */
export function suggestedSizes(tools: number): string {
  const sizes: number[] = []
  for (let power = 10; power < tools; power *= 10) sizes.push(...STEPS.map((step) => step * power))
  const smaller = sizes.filter((size) => size <= tools * WORTH_IT).slice(-MOST_SUGGESTED)
  return [...smaller, 'all'].join(', ')
}
