import { useLocalStorage } from '@vueuse/core'
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { RecipeInfo } from '../../../src-main/contract/query'
import { idOfPart, partOfId, type Tier } from '../../../src-main/domain/query/tier'
import { lookedAtFirst } from '../../../src-main/domain/run/comparable-runs'
import { byNewest } from '../../../src-main/domain/run/newest'
import type { Run } from '../../../src-main/domain/run/run'
import { useQuery } from '../../composables/useQuery'
import { useTask } from '../../composables/useTask'
import { baselineAmong, chosenBaseline, firstBaseline, readBaseline } from './baseline'
import { readSlots, slotKeys, withSlots } from '../../runs/recipe-slots'
import type { LabelledRun } from '../../runs/run-charts'
import { areOnSameQueries, runLabels, whyNotComparable } from '../../runs/run-labels'

/** The runs of the workspace, the latest first, and those chosen to be compared. */
export function useRuns(dir: string, recipes: Ref<RecipeInfo[] | undefined>) {
  const stored = useQuery('evaluation.runs', { dir })
  const { outdated, outdatedProblem, isOutdatedKnown, tellOutdated } = useOutdated(dir, stored.data)
  const deletion = useTask('evaluation.deleteRuns')
  const chosen = shallowRef<string[]>([])
  const pins = storedText(`pegboard evaluation pins ${dir}`)
  /** Runs that stay on show beside whatever is measured. */
  const pinned = computed({
    get: () => pins.value.split(' ').filter(Boolean),
    set: (ids) => (pins.value = ids.join(' ')),
  })

  const runs = computed(() => (stored.data.value ?? []).toSorted(byNewest))
  /** In the order they were chosen. */
  const found = computed(() =>
    chosen.value.flatMap((id) => runs.value.find((run) => run.id === id) ?? []),
  )
  const { tier, tierProblem, shown } = usePart(dir, found)
  const slots = useSlots(dir, shown)
  /** With labels that tell them apart. */
  const compared = computed(() => {
    const labels = runLabels(shown.value, recipes.value ?? [])
    return shown.value.map((run, at) => ({
      run,
      label: labels[at] ?? run.recipe,
      slot: slots.value[at] ?? at,
    }))
  })
  const { baseline, chooseBaseline } = useBaseline(dir, { compared, runs })

  /** Puts runs side by side, and those that are pinned on the same queries. */
  function showBesidePins(ids: readonly string[]): void {
    const first = runs.value.find(({ id }) => id === ids[0])
    const kept = runs.value.filter(
      (run) => pinned.value.includes(run.id) && first && !whyNotComparable(run, first),
    )
    chosen.value = [...new Set([...kept.map(({ id }) => id), ...ids])]
  }
  /** A golden set that waits to be shown. */
  let wantedSet: string | undefined
  /** Shows what was measured last on a golden set, as soon as it is known what is outdated. */
  function showSet(goldenSet: string): void {
    wantedSet = isFirstKnown.value ? undefined : goldenSet
    const ofSet = runs.value.filter((run) => run.goldenSet === goldenSet)
    showBesidePins(isFirstKnown.value ? firstAmong(ofSet) : [])
  }
  /** Whether it is known which runs are to be shown first. */
  const isFirstKnown = computed<boolean>(
    () => stored.data.value?.length === 0 || (!!recipes.value && isOutdatedKnown.value),
  )
  const isSimulated = (id: string) =>
    recipes.value?.some((one) => one.id === id && one.simulates) ?? false
  const firstAmong = (some: readonly Run[]): string[] =>
    lookedAtFirst(some, { outdated: outdated.value, isSimulated, withOtherSplits: true }).map(
      ({ id }) => id,
    )

  const shownBefore = useShownBefore(dir, { chosen, runs })
  // Those that stood side by side before the page was loaded again do so again, else the latest,
  // until others are chosen.
  watch(
    () => (recipes.value ? stored.data.value : undefined),
    (_all, before = []) => {
      if (before.length || chosen.value.length || wantedSet !== undefined) return
      if (shownBefore().length > 0) chosen.value = shownBefore()
    },
    { immediate: true },
  )
  watch(
    () => (recipes.value && isOutdatedKnown.value ? stored.data.value : undefined),
    (all = [], before = []) => {
      if (before.length || chosen.value.length) return
      if (wantedSet === undefined) showBesidePins(firstAmong(all))
      else showSet(wantedSet)
    },
    { immediate: true },
  )

  /** Says whether that worked. */
  async function remove(ids: string[]): Promise<boolean> {
    const done = await deletion.run({ dir, runs: ids })
    if (!done) return false
    chosen.value = chosen.value.filter((id) => !ids.includes(id))
    return true
  }

  return {
    stored,
    outdated,
    outdatedProblem,
    tellOutdated,
    isFirstKnown,
    deletion,
    chosen,
    pinned,
    runs,
    compared,
    baseline,
    chooseBaseline,
    remove,
    showBesidePins,
    showSet,
    tier,
    tierProblem,
  }
}

/**
 * Gives the runs that were on show when the page was last left, as long as nothing was measured
 * since.
 */
function useShownBefore(
  dir: string,
  { chosen, runs }: { chosen: Ref<string[]>; runs: Ref<Run[]> },
): () => string[] {
  const kept = storedText(`pegboard evaluation shown ${dir}`)
  watch(chosen, (ids) => {
    const newest = runs.value[0]?.id
    if (newest !== undefined) kept.value = [newest, ...ids].join(' ')
  })
  return () => {
    const [newest, ...ids] = kept.value.split(' ')
    const stored = new Set(runs.value.map(({ id }) => id))
    return runs.value[0]?.id === newest ? ids.filter((id) => stored.has(id)) : []
  }
}

/** How each of the runs is drawn: kept for its recipe as long as the workspace is there. */
function useSlots(dir: string, shown: Ref<Run[]>) {
  const kept = storedText(`pegboard evaluation colours ${dir}`)
  const keys = computed(() => slotKeys(shown.value))
  const slots = computed(() => withSlots(readSlots(kept.value), keys.value))
  watch(slots, (now) => (kept.value = JSON.stringify(now)), { immediate: true })
  return computed(() => keys.value.map((key) => slots.value[key]))
}

/** The run that the others are compared with; none where they measured other queries. */
function useBaseline(
  dir: string,
  { compared, runs }: { compared: Ref<LabelledRun[]>; runs: Ref<Run[]> },
) {
  const text = storedText(`pegboard evaluation baseline ${dir}`)
  const kept = computed(() => readBaseline(text.value))
  const baseline = computed(() => {
    const shown = compared.value.map(({ run }) => run)
    const found = areOnSameQueries(shown) ? baselineAmong(shown, kept.value) : undefined
    return compared.value.find(({ run }) => run === found)
  })
  // Chosen once, so that another order of the same runs is no other choice.
  watch(
    () => (compared.value.length > 1 && !kept.value ? baseline.value : undefined),
    (first) => {
      if (first) text.value = JSON.stringify(firstBaseline(first.run))
    },
    { immediate: true },
  )
  function chooseBaseline(id: string): void {
    const run = runs.value.find((one) => one.id === partOfId(id).run)
    if (run) text.value = JSON.stringify(chosenBaseline(run, runs.value))
  }
  return { baseline, chooseBaseline }
}

/** What is outdated of each run that is not of what is in use now. */
function useOutdated(dir: string, stored: Readonly<Ref<Run[] | undefined>>) {
  const { data, problem, reload } = useQuery(
    'evaluation.outdated',
    () => (stored.value?.length ? { dir } : undefined),
    { keepPrevious: true },
  )
  return {
    outdated: computed(() => data.value ?? {}),
    outdatedProblem: problem,
    /** Or cannot be known. */
    isOutdatedKnown: computed<boolean>(
      (before) =>
        before || stored.value?.length === 0 || (data.value ?? problem.value) !== undefined,
    ),
    /** Asks again, where it could not be told. */
    tellOutdated: reload,
  }
}

/** The runs on show, or the parts of them whose queries are of the tier that is looked at. */
function usePart(dir: string, found: Ref<Run[]>) {
  const tier = shallowRef<Tier>()
  const { data, problem } = useQuery(
    'evaluation.at',
    () =>
      tier.value && found.value.length > 0
        ? {
            dir,
            runs: found.value.map(({ id }) => idOfPart(id, tier.value)),
            k: found.value[0]?.k[0] ?? 1,
          }
        : undefined,
    { keepPrevious: true },
  )
  /** Whole until all parts are there, so that nothing on show goes and comes again. */
  const shown = computed(() => {
    const parts = new Map(data.value?.map((run) => [run.id, run]))
    const own = found.value.flatMap(({ id }) => parts.get(idOfPart(id, tier.value)) ?? [])
    return tier.value && own.length === found.value.length ? own : found.value
  })
  return { tier, tierProblem: problem, shown }
}

/** A text that outlives the window. */
const storedText = (key: string) =>
  useLocalStorage(key, '', { writeDefaults: false, listenToStorageChanges: false })

export type Runs = ReturnType<typeof useRuns>
