import { computed, ref, watch } from 'vue'
import { ablationsOf } from '../../../../src-main/domain/experiment/ablation'
import { partOfId } from '../../../../src-main/domain/query/tier'
import { sameOptions } from '../../../../src-main/domain/recipe/option'
import type { Run } from '../../../../src-main/domain/run/run'
import { useQuery } from '../../../composables/useQuery'
import { useTask } from '../../../composables/useTask'
import { takenApart } from './taken-apart'

/** Queries of runs that are compared while others are measured still. */
const MOST_COMPARED_LIVE = 1000

/**
 * A run's recipe with each of its parts left out in turn: what there is to measure, and what is
 * measured. Of all queries, also while those of one tier are looked at.
 */
export function useAblation(
  dir: string,
  { run: shown, k }: { run: () => Run; k: () => number | undefined },
) {
  const recipes = useQuery('recipes.list', { dir })
  const stored = useQuery('evaluation.runs', { dir })
  const task = useTask('evaluation.run', { escape: true })
  const shownId = () => partOfId(shown().id).run
  /** As it was measured, whatever k or tier it is shown at. */
  const subject = () => stored.data.value?.find(({ id }) => id === shownId()) ?? shown()
  /** The whole recipe measured anew, where the catalog is no longer that of the run. */
  const renewed = ref<{ of: string; run: string }>()

  const recipe = computed(() => recipes.data.value?.find(({ id }) => id === subject().recipe))
  const isGone = computed(() => !!recipes.data.value && !recipe.value)
  const whole = computed(() => {
    const run = subject()
    const other = renewed.value?.of === run.id ? renewed.value?.run : undefined
    return stored.data.value?.find(({ id }) => id === other) ?? run
  })
  const ablations = computed(() => {
    const run = subject()
    return recipe.value ? ablationsOf(recipe.value, run.options) : []
  })
  /** Each with the newest run that measured it as the whole was. */
  const measured = computed(() =>
    ablations.value.map((ablation) => ({
      ...ablation,
      run: stored.data.value?.find(
        (run) =>
          isBeside(run, whole.value) &&
          sameOptions(run.options, ablation.options, recipe.value?.defaults ?? {}),
      ),
    })),
  )

  async function measure(): Promise<void> {
    const run = subject()
    if (!recipe.value) return
    const done = await task.run({
      dir,
      ...asMeasured(run),
      resume: true,
      recipes: takenApart(recipe.value, knownOptions(run.options)),
    })
    const [first] = done?.runs ?? []
    await stored.reload()
    if (first && isWhole(first, run)) renewed.value = { of: run.id, run: first.id }
  }

  /** Old runs may have options that their recipe takes no more. */
  function knownOptions(options: Run['options']): Run['options'] {
    const known = Object.keys((recipe.value?.options['properties'] ?? {}) as object)
    return Object.fromEntries(Object.entries(options).filter(([name]) => known.includes(name)))
  }

  const isWhole = (run: Run, { options }: Run): boolean =>
    run.leftOut === undefined && sameOptions(run.options, options, recipe.value?.defaults ?? {})

  watch(shownId, () => task.clear())

  const comparisons = useQuery('evaluation.compare', () => {
    const runs = measured.value.flatMap(({ run }) => run?.id ?? [])
    const baseline = whole.value.id
    // Each run that is finished would have all of them compared again.
    if (task.running.value && whole.value.queries > MOST_COMPARED_LIVE) return undefined
    return runs.length > 0 ? { dir, baseline, runs, k: k() } : undefined
  })
  const at = useQuery('evaluation.at', () => {
    const { id, k: measuredAt } = whole.value
    const wanted = k()
    const isBetween = wanted !== undefined && measuredAt.length > 0 && !measuredAt.includes(wanted)
    return isBetween ? { dir, runs: [id], k: wanted } : undefined
  })
  /** With its figures at the k on show. */
  const wholeAt = computed(() => at.data.value?.[0] ?? whole.value)

  return { recipe, isGone, whole: wholeAt, ablations, measured, comparisons, task, measure }
}

/** On what a run was measured, and how, as a request names it. */
const asMeasured = ({ goldenSet, sample, split, embedder, k, catalogSize: size }: Run) => ({
  goldenSet,
  ...(k.length > 0 && { k }),
  ...(sample && { sample }),
  ...(split && { split: { by: split.by, seed: split.seed } }),
  ...(embedder !== undefined && { embedder }),
  ...(size && { catalogSizes: { tools: [size.tools], seeds: [size.seed] } }),
})

/**
 * Whether two runs measured the same queries of the same catalog in the same way, but for the
 * options.
 */
const isBeside = (run: Run, other: Run): boolean =>
  measuredOn(run) === measuredOn(other) && other.catalog.content !== undefined

const measuredOn = (run: Run): string =>
  JSON.stringify([
    run.recipe,
    run.goldenSet,
    run.queries,
    run.sample,
    run.split?.by,
    run.split?.seed,
    run.k,
    run.catalogSize,
    run.catalog.content,
    run.catalog.tools,
    run.provenance?.goldenHash,
    run.provenance?.version,
    run.provenance?.history?.hash,
  ])
