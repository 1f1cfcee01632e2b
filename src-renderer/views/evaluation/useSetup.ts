import { computed, shallowReactive, watch } from 'vue'
import type { SplitBy } from '../../../src-main/domain/query/split'
import type { JsonObject } from '../../../src-main/domain/tool/tool'
import { useQuery } from '../../composables/useQuery'
import { useWorksWith } from '../../composables/useWorksWith'
import { useSizes } from './useSizes'

export interface RecipeChoice {
  /** Tells equal choices apart in lists. */
  key: number
  recipe: string
  /** Those that differ from the recipe's defaults. */
  options: JsonObject
  /** Left out: the workspace's. */
  embedder?: string | undefined
}

interface EvaluationSetup {
  goldenSet?: string
  /** Why a test set is measured on now. */
  why: string
  choices: RecipeChoice[]
  /** The cut-offs as written. */
  k: string
  /** Which part is measured, with the other as history; all of it where it is not split. */
  split: SplitBy | 'none'
  sampled: boolean
  sampleSize: number
  seed: number
  /** Whether smaller catalogs are measured too. */
  isSized: boolean
  /** Their sizes as written; the suggested ones until something is. */
  sizes?: string | undefined
  /** How often each of them is drawn. */
  draws: number
}

/** What to measure, on what. @param shown the golden set that is on show, to begin with */
export function useSetup(dir: string, tools: () => number, shown: () => string | undefined) {
  const goldenSets = useQuery('golden.list', { dir })
  const works = useWorksWith()
  // Shallow: choices are replaced, never changed in place.
  const setup = shallowReactive<EvaluationSetup>({
    why: '',
    choices: [],
    k: '1, 5, 10',
    split: 'none',
    sampled: false,
    sampleSize: 200,
    seed: 1,
    isSized: false,
    draws: 1,
  })

  const sets = computed(() => goldenSets.data.value ?? [])
  const goldenSet = computed(() => sets.value.find(({ name }) => name === setup.goldenSet))
  /** Whether the golden set may be measured on only with a reason. */
  const isTest = computed(() => goldenSet.value?.purpose === 'test')
  const sampleSize = computed(() =>
    Math.min(setup.sampleSize, goldenSet.value?.queries ?? setup.sampleSize),
  )

  const { catalogSizes, ...ofSizes } = useSizes(setup, tools)

  /**
   * Which part of the golden set is measured, on catalogs of which sizes, as a request names it.
   */
  const part = computed(() => {
    const { split, sampled, seed } = setup
    return {
      ...(split !== 'none' && { split: { by: split, seed } }),
      ...(sampled && { sample: { size: sampleSize.value, seed } }),
      ...(catalogSizes.value && { catalogSizes: catalogSizes.value }),
    }
  })

  let lastKey = 0
  function addChoice(recipe: string, options: JsonObject = {}, embedder?: string): void {
    setup.choices = [...setup.choices, { key: (lastKey += 1), recipe, options, embedder }]
  }
  /** Replaces a choice, or without one removes it. */
  function setChoice(key: number, choice?: RecipeChoice): void {
    setup.choices = setup.choices.flatMap((one) => (one.key === key ? (choice ?? []) : one))
  }

  watch(
    goldenSets.data,
    (found) => {
      if (!found || found.some(({ name }) => name === setup.goldenSet)) return
      const wanted = [shown(), works.value?.judgedOn]
      const known = wanted.find((each) => found.some(({ name }) => name === each))
      const development = found.find(({ purpose }) => purpose === 'development')
      setup.goldenSet = known ?? (development ?? found[0])?.name
    },
    { immediate: true },
  )

  return {
    setup,
    goldenSets,
    sets,
    goldenSet,
    isTest,
    sampleSize,
    part,
    addChoice,
    setChoice,
    ...ofSizes,
    catalogSizes,
  }
}
