import { computed, ref, type Ref } from 'vue'
import type { ActionInput } from '../../../../src-main/features/actions'
import type { RecipeInfo } from '../../../../src-main/contract/query'
import type { ExperimentPlan } from '../../../../src-main/domain/experiment/plan'
import { plainText } from '../../../../src-main/domain/value/plain-text'
import { useQuery } from '../../../composables/useQuery'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'
import { changedOf } from '../../../runs/run-labels'
import { largestOfEach } from '../../../runs/largest-of-each'
import type { Evaluation } from '../useEvaluation'
import type { RecipeChoice } from '../useSetup'

/** As many as advice and reports take. */
const MOST_COMPARED = 20

/** Of an experiment, in characters. */
const LONGEST_NAME = 80

/** The experiments kept in the workspace, and the one that is open. */
export function useExperiments(evaluation: Evaluation) {
  const { experiment, runs, dir, plan, setup } = evaluation
  const { announce } = useStatus()
  const list = useQuery('experiments.list', { dir })
  const openId = ref<string>()
  const opened = useQuery('experiments.show', () =>
    openId.value === undefined ? undefined : { dir, id: openId.value },
  )
  /** The experiment that is being measured. */
  const runningId = computed(() =>
    experiment.task.running.value ? experiment.request.value?.experiment : undefined,
  )

  function open(id: string | undefined): void {
    openId.value = id
  }

  /** Measures what is missing of the experiment that is open. */
  async function goOn(): Promise<void> {
    const { data } = opened
    if (!data.value || experiment.task.running.value) return
    const { id, plan: saved } = data.value
    await experiment.start({ dir, ...saved, experiment: id, resume: true })
  }

  /** Sets what the experiment that is open measures, to measure it otherwise. */
  function useAsSetup(): void {
    const { plan: saved, name } = opened.data.value ?? {}
    if (!saved || name === undefined) return
    setup.fill(saved, choicesOf(saved, evaluation.recipes.data.value ?? []))
    const isDrawnAsSet = saved.catalogSizes?.seeds.every((seed, at) => seed === at + 1) ?? true
    const seeds = isDrawnAsSet ? '' : ' Its catalogs are drawn by other seeds than the set-up has.'
    announce(`The set-up is that of “${plainText(name)}”.${seeds}`)
  }

  /**
   * Puts runs side by side: of several sizes of catalog the largest, and no more than can be looked
   * at.
   */
  function compare(ids: readonly string[]): void {
    runs.chosen.value = comparedOf(ids)
  }
  function comparedOf(ids: readonly string[]): string[] {
    const known = [...new Set(ids)].flatMap(
      (id) => runs.runs.value.find((run) => run.id === id) ?? [],
    )
    return largestOfEach(known)
      .slice(0, MOST_COMPARED)
      .map(({ id }) => id)
  }

  const names = computed(() => (list.data.value ?? []).map(({ name }) => name))
  /** A name that no experiment has. */
  function freeName(wanted: string): string {
    const taken = new Set(names.value)
    for (let number = 1; ; number += 1) {
      const end = number === 1 ? '' : ` (${number})`
      const name = `${wanted.slice(0, LONGEST_NAME - end.length).trimEnd()}${end}`
      if (!taken.has(name)) return name
    }
  }

  return {
    list,
    plan,
    opened,
    openId,
    open,
    goOn,
    useAsSetup,
    compare,
    comparedOf,
    freeName,
    ...useExperimentEdits({ dir, openId, open }),
    /** Until then no name is known to be free. */
    isListed: computed(() => !!list.data.value || !!list.problem.value),
    isRunning: computed(() => runningId.value !== undefined && runningId.value === openId.value),
    task: experiment.task,
    stored: runs.runs,
  }
}

/** The recipes of a plan as the set-up holds them. */
const choicesOf = (
  plan: ExperimentPlan,
  known: readonly RecipeInfo[],
): Omit<RecipeChoice, 'key'>[] =>
  plan.recipes.map(({ recipe, options, embedder = plan.embedder }) => ({
    recipe,
    options: changedOf({ recipe, options, k: [] }, known),
    embedder: known.find(({ id }) => id === recipe)?.embeds ? embedder : undefined,
  }))

export type Experiments = ReturnType<typeof useExperiments>

interface Place {
  dir: string
  /** The experiment that is open. */
  openId: Ref<string | undefined>
  open(id: string | undefined): void
}

/** Saving experiments, and changing the one that is open. Each says whether that worked. */
function useExperimentEdits({ dir, openId, open }: Place) {
  const { announce } = useStatus()
  const saving = useTask('experiments.save')
  const renaming = useTask('experiments.rename')
  const copying = useTask('experiments.duplicate')
  const deleting = useTask('experiments.delete')

  /** Keeps a plan as an experiment and opens it. */
  async function save(wanted: Omit<ActionInput<'experiments.save'>, 'dir'>): Promise<boolean> {
    const saved = await saving.run({ dir, ...wanted })
    if (!saved) return false
    announce(`Saved as “${plainText(saved.name)}”.`)
    open(saved.id)
    return true
  }

  async function rename(change: { name: string; note: string }): Promise<boolean> {
    if (openId.value === undefined) return false
    return (await renaming.run({ dir, id: openId.value, ...change })) !== undefined
  }

  async function duplicate(name: string): Promise<boolean> {
    if (openId.value === undefined) return false
    const copy = await copying.run({ dir, id: openId.value, name })
    if (copy) open(copy.id)
    return copy !== undefined
  }

  async function remove(): Promise<boolean> {
    const id = openId.value
    if (id === undefined || !(await deleting.run({ dir, ids: [id] }))) return false
    open(undefined)
    announce('The experiment is deleted. Its runs stay.')
    return true
  }

  return { save, saving, rename, renaming, duplicate, copying, remove, deleting }
}
