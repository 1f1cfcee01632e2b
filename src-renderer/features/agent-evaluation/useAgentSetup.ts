import { byNewest } from '../../../src-main/domain/run/newest'
import { computed, shallowReactive, watch } from 'vue'
import type { ActionInput } from '../../../src-main/features/actions'
import { useQuery } from '../../composables/useQuery'
import { useSettled } from '../../composables/useSettled'
import { parseK } from '../../runs/k-list'
import { isForItself } from '../../runs/run-groups'

const SETTLE_MS = 250

interface Setup {
  goldenSet?: string
  by: 'catalog' | 'run'
  /** Numbers of tools, as written. */
  sizes: string
  seed: number
  run?: string
  /** Cut-offs of the run, as written. */
  k: string
  sampled: boolean
  sampleSize: number
}

/** What to measure the agent with, as a person sets it, and what that would take. */
export function useAgentSetup(dir: string) {
  const goldenSets = useQuery('golden.list', { dir })
  const stored = useQuery('evaluation.runs', { dir })
  const setup = shallowReactive<Setup>({
    by: 'catalog',
    sizes: '1, 5, 10, 20',
    seed: 1,
    k: '5',
    sampled: true,
    sampleSize: 20,
  })
  /**
   * What a test set is measured with is chosen before: `pegboard agent-eval --why` measures the
   * choice.
   */
  const sets = computed(() =>
    (goldenSets.data.value ?? []).filter(({ purpose }) => purpose === 'development'),
  )
  const goldenSet = computed(() => sets.value.find(({ name }) => name === setup.goldenSet))
  const runs = computed(() =>
    (stored.data.value ?? []).filter((run) => run.goldenSet === setup.goldenSet).toSorted(byNewest),
  )
  const run = computed(() => runs.value.find(({ id }) => id === setup.run))
  const isAdaptiveK = computed(() => run.value !== undefined && run.value.k.length === 0)
  const sampleSize = computed(() =>
    Math.min(setup.sampleSize, goldenSet.value?.queries ?? setup.sampleSize),
  )
  const numbers = computed(() => parseK(setup.by === 'catalog' ? setup.sizes : setup.k))
  /** A field that is out of sight has none. */
  const fault = computed(() => {
    const isAsked = setup.by === 'catalog' || (run.value !== undefined && !isAdaptiveK.value)
    return isAsked && 'error' in numbers.value ? numbers.value.error : undefined
  })

  const offers = computed((): ActionInput<'agentRuns.measure'>['offers'] => {
    const { by, seed } = setup
    const sizes = 'k' in numbers.value ? numbers.value.k : []
    if (by === 'catalog') return sizes.map((tools) => ({ by, tools, seed }))
    if (!run.value) return []
    const { id } = run.value
    return isAdaptiveK.value ? [{ by, run: id }] : sizes.map((k) => ({ by, run: id, k }))
  })
  const input = computed((): ActionInput<'agentRuns.measure'> | undefined => {
    if (setup.goldenSet === undefined || offers.value.length === 0) return undefined
    return {
      dir,
      goldenSet: setup.goldenSet,
      offers: offers.value,
      ...(setup.sampled && { sample: { size: sampleSize.value, seed: setup.seed } }),
    }
  })
  const settled = useSettled(() => input.value, SETTLE_MS)
  const preview = useQuery('agentRuns.preview', () => settled.value, { keepPrevious: true })

  watch(
    sets,
    (found) => {
      if (!found.some(({ name }) => name === setup.goldenSet)) setup.goldenSet = found[0]?.name
    },
    { immediate: true },
  )
  watch(
    runs,
    (found) => {
      if (!found.some(({ id }) => id === setup.run))
        setup.run = (found.find(isForItself) ?? found[0])?.id
    },
    { immediate: true },
  )

  return { setup, sets, goldenSet, runs, run, isAdaptiveK, sampleSize, fault, input, preview }
}

export type AgentSetup = ReturnType<typeof useAgentSetup>
