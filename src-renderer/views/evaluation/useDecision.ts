import { computed, reactive, ref, shallowRef, watch, type Ref } from 'vue'
import type { RecipeInfo } from '../../../src-main/contract/query'
import { sameOptions } from '../../../src-main/domain/recipe/option'
import type { AdviceScore, AdviceTarget } from '../../../src-main/domain/run/advice'
import { everythingOf } from '../../../src-main/domain/run/catalog-size'
import { isHeld, usableCutoffs } from '../../../src-main/domain/run/operating-point'
import type { Run } from '../../../src-main/domain/run/run'
import { pairToTell } from '../../../src-main/domain/run/verdict'
import { useModelsInUse } from '../../composables/useModelsInUse'
import { usePrices } from '../../composables/usePrices'
import { useQuery } from '../../composables/useQuery'
import { useWorksWith } from '../../composables/useWorksWith'
import { useWorkspace } from '../../composables/useWorkspace'
import { isAdaptiveK } from '../../runs/measure-columns'
import type { LabelledRun } from '../../runs/run-charts'
import { changedOf } from '../../runs/run-labels'
import { pairsOf, useComparisons } from './useComparisons'
import type { Runs } from './useRuns'

/** A run at one k; without k, with adaptive k. */
export interface Point {
  run: string
  k?: number | undefined
}

/**
 * What is wanted, until somebody says so most of the best recall there is; and by which agent
 * accuracy is expected.
 */
interface Goal {
  score: AdviceScore
  /** Said by somebody; nothing in it where none is wanted. */
  said?: { recall: number | undefined }
  accuracy?: number | undefined
  agent?: string | undefined
  tokens?: number | undefined
}

/**
 * Which run and k are chosen among those on show: by the goal, or by a person. Sentence, chart,
 * table, failures and report speak of this one point, and of the same baseline.
 */
export function useDecision(
  dir: string,
  { compared, baseline: first }: Pick<Runs, 'compared' | 'baseline'>,
  recipes: Ref<RecipeInfo[] | undefined>,
) {
  const { price } = usePrices()
  const { goal, recall, target } = useGoal(compared, () => data.value?.firstRecall)
  const isComparable = computed(() => compared.value.length === 1 || first.value !== undefined)
  const { chosen, choose } = useChosen(compared, { recipes, goal })
  const { data, problem, loading } = useQuery(
    'evaluation.advise',
    () =>
      isComparable.value && compared.value.length
        ? {
            dir,
            runs: compared.value.map(({ run }) => run.id),
            target: target.value,
            score: goal.score,
            ...(goal.score === 'accuracy' && { agent: goal.agent }),
            ...(chosen.value && { chosen: chosen.value }),
          }
        : undefined,
    { keepPrevious: true },
  )
  const labelOf = (id: string) => compared.value.find(({ run }) => run.id === id)?.label
  /** It stays, dimmed, until the next one is there. */
  const advice = computed(() => {
    const known = data.value
    return known && !problem.value && labelOf(known.chosen.run) !== undefined ? known : undefined
  })
  const telling = computed(() => ({
    price: price.value,
    nameOf: (id: string) => labelOf(id) ?? 'another run',
    everything: everythingOf(compared.value.map(({ run }) => run)),
  }))

  const point = computed<Point | undefined>(() => {
    if (chosen.value) return chosen.value
    if (advice.value) return { run: advice.value.chosen.run, k: advice.value.chosen.k }
    if (loading.value) return undefined
    const [run] = compared.value.map((one) => one.run)
    return run && { run: run.id, k: middleOf(run) }
  })
  /** What everything is shown at: beside adaptive k, as many tools as that gives on average. */
  const k = computed(() => {
    const run = compared.value.find((one) => one.run.id === point.value?.run)?.run
    if (!point.value || !run) return undefined
    if (!isAdaptiveK(run)) return point.value.k
    const isAlone = compared.value.every((one) => isAdaptiveK(one.run))
    return isAlone ? undefined : Math.max(1, Math.round(run.measures['Tools']?.mean ?? 1))
  })

  const { runs, baseline } = useAtCutoff(dir, { compared, baseline: first, k })
  const comparisons = useComparisons(() => ({
    dir,
    runs: runs.value,
    k: k.value,
    baseline: point.value && runs.value.length > 1 ? baseline.value : undefined,
  }))
  const pairs = computed(() =>
    pairsOf({ runs: runs.value, baseline: baseline.value, comparisons: comparisons.value }),
  )
  return {
    goal,
    recall,
    target,
    advice,
    problem,
    loading,
    telling,
    point,
    k,
    choose,
    runs,
    baseline,
    comparisons,
    pairs,
    isComparable,
    /** The run that is chosen. */
    run: computed(() => runs.value.find(({ run }) => run.id === point.value?.run)),
    /** What its difference to the baseline is told by. */
    told: computed(() => pairToTell(pairs.value, point.value?.run, k.value)),
  }
}

export type Decision = ReturnType<typeof useDecision>

const middleOf = ({ k }: Run): number | undefined => k[Math.floor((k.length - 1) / 2)]

/** What is wanted: said by somebody, or most of the best recall there is. */
function useGoal(compared: Runs['compared'], firstRecall: () => number | undefined) {
  const goal = reactive<Goal>({ score: 'recall' })
  const recall = computed({
    get: () => (goal.said ? goal.said.recall : firstRecall()),
    set: (wanted) => (goal.said = { recall: wanted }),
  })
  /** Nothing until something is said: the app knows what is asked for until then. */
  const target = computed<AdviceTarget | undefined>(() => {
    const { score, accuracy, said, tokens } = goal
    if (score === 'accuracy') return { accuracy, tokens }
    return said || tokens !== undefined ? { recall: recall.value, tokens } : undefined
  })
  // On other queries the agent may not have been measured.
  watch(
    () => compared.value[0]?.run.goldenSet,
    () => (goal.agent = undefined),
  )
  return { goal, recall, target }
}

/** The point that a person chose, or that the workspace was told to work with. */
function useChosen(
  compared: Ref<LabelledRun[]>,
  { recipes, goal }: { recipes: Ref<RecipeInfo[] | undefined>; goal: Goal },
) {
  const { current } = useWorkspace()
  const works = useWorksWith()
  const inUse = useModelsInUse()
  const clicked = shallowRef<Point>()
  /** Who says what is wanted is told what the goal asks for. */
  const isAsking = ref(false)
  watch(
    () => JSON.stringify([goal.score, goal.said, goal.accuracy, goal.agent, goal.tokens]),
    () => {
      clicked.value = undefined
      isAsking.value = true
    },
  )

  function isUsed({ run }: LabelledRun): boolean {
    const { defaults = {} } = recipes.value?.find(({ id }) => id === run.recipe) ?? {}
    const options = changedOf(run, recipes.value ?? [])
    return works.value?.recipe === run.recipe && sameOptions(works.value.options, options, defaults)
  }
  const isOtherEmbedder = ({ embedder }: Run): boolean =>
    embedder !== undefined && embedder !== inUse.value.embedder
  /**
   * What the workspace works with, where it is on show; by the embedder that answers, where it is
   * on show by several.
   */
  const adopted = computed<Point | undefined>(() => {
    const k = works.value?.k
    const [used] = compared.value
      .filter(isUsed)
      .map(({ run }) => run)
      .sort((a, b) => Number(isOtherEmbedder(a)) - Number(isOtherEmbedder(b)))
    if (!used || k === undefined) return undefined
    if (isAdaptiveK(used)) return { run: used.id }
    return isHeld(used, k) ? { run: used.id, k } : undefined
  })
  const chosen = computed(() => {
    const run = compared.value.find((one) => one.run.id === clicked.value?.run)?.run
    if (run && clicked.value) return clicked.value
    return current.value?.hasChosen && !isAsking.value ? adopted.value : undefined
  })

  /** The k of a run that is nearest to one wanted. */
  function choose({ run: id, k }: Point): void {
    const run = compared.value.find((one) => one.run.id === id)?.run
    if (!run) return
    const apart = (one: number) => Math.abs(one - (k ?? one))
    const [nearest] = usableCutoffs(run).toSorted((a, b) => apart(a) - apart(b))
    clicked.value = { run: id, ...(nearest !== undefined && { k: nearest }) }
  }
  return { chosen, choose }
}

/** The runs with what they measure at the k on show, whatever they were measured at. */
function useAtCutoff(
  dir: string,
  {
    compared,
    baseline,
    k,
  }: {
    compared: Ref<LabelledRun[]>
    baseline: Ref<LabelledRun | undefined>
    k: Ref<number | undefined>
  },
) {
  const isLacking = ({ run }: LabelledRun) =>
    !isAdaptiveK(run) && k.value !== undefined && !run.k.includes(k.value)
  const { data } = useQuery('evaluation.at', () =>
    k.value !== undefined && compared.value.some(isLacking)
      ? { dir, runs: compared.value.map(({ run }) => run.id), k: k.value }
      : undefined,
  )
  const runs = computed(() => {
    const byId = new Map(data.value?.map((run) => [run.id, run]))
    return compared.value.map((each) => ({ ...each, run: byId.get(each.run.id) ?? each.run }))
  })
  return {
    runs,
    baseline: computed(() => runs.value.find(({ run }) => run.id === baseline.value?.run.id)),
  }
}
