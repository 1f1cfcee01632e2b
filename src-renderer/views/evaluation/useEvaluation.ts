import { computed, nextTick, onScopeDispose, reactive, ref, shallowRef, watch } from 'vue'
import type { ActionInput } from '../../../src-main/features/actions'
import type { FailedCell } from '../../../src-main/contract/evaluation'
import type { RecipeInfo } from '../../../src-main/contract/query'
import type { ProblemReport } from '../../../src-main/contract/reply'
import type { WorksWith } from '../../../src-main/domain/recipe/choice'
import { byNewest } from '../../../src-main/domain/run/newest'
import type { Variant } from '../../../src-main/domain/experiment/plan'
import type { Run } from '../../../src-main/domain/run/run'
import { changedOptions, optionFields } from '../../components/recipe/option-fields'
import { draftsOfKind } from '../../composables/drafts-of-kind'
import { onAsked } from '../../composables/useAsking'
import { useDemoEvaluation } from '../../composables/useDemoEvaluation'
import { onIntent } from '../../composables/useNavigation'
import { useQuery } from '../../composables/useQuery'
import { useSettings } from '../../composables/useSettings'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { useWorkspace } from '../../composables/useWorkspace'
import { useWorksWith } from '../../composables/useWorksWith'
import { plural } from '../../words/number-words'
import { foldId } from '../../places/places'
import { parseK } from '../../runs/k-list'
import { largestOfEach } from '../../../src-main/domain/run/largest-of-each'
import { useRuns, type Runs } from './useRuns'
import { useSetup } from './useSetup'

/**
 * The evaluation of the workspace on show: what to measure, the runs there are, and which stand
 * side by side.
 */
export function useEvaluation() {
  const { current } = useWorkspace()
  const { settings } = useSettings()
  const works = useWorksWith()
  // A view lives with one workspace.
  const dir = current.value?.dir ?? ''
  const recipes = useQuery('recipes.list', { dir })
  const facets = useQuery('catalog.facets', { dir })
  const measures = useQuery('evaluation.measures', {})
  const runs = useRuns(dir, recipes.data)
  const shownSet = () => runs.compared.value[0]?.run.goldenSet
  const setup = useSetup(dir, () => current.value?.tools ?? 0, shownSet)
  const experiment = useExperiment(dir, runs)
  const measuring = useMeasuring(dir, runs, experiment)
  const chooseSet = useChosenSet(runs, setup, shownSet)
  /** Which details are open. */
  const folds = reactive({ ...CLOSED })

  /** What is set to be measured; nothing while something of it is missing or wrong. */
  const plan = computed(() => {
    const { goldenSet, choices, k } = setup.setup
    const cutoffs = parseK(k)
    if (!goldenSet || 'error' in cutoffs || choices.length === 0) return undefined
    if (setup.sizesFault.value) return undefined
    return {
      goldenSet,
      recipes: choices.map(({ recipe, options, embedder }) => ({
        recipe,
        options,
        ...(embedder !== undefined && { embedder }),
      })),
      k: cutoffs.k,
      ...setup.part.value,
    }
  })

  /** Says why a test set is looked at, once. */
  async function measure(input: Omit<Request, 'dir' | 'why'>): Promise<void> {
    const why = setup.isTest.value ? setup.setup.why.trim() || undefined : undefined
    await experiment.start({ dir, ...input, ...(why && { why }) })
    setup.setup.why = ''
  }

  async function start(): Promise<void> {
    if (plan.value) await measure(plan.value)
  }

  /** Measures these on what is set, with the whole catalog. */
  async function measureVariants(recipes: Variant[]): Promise<void> {
    if (!plan.value) return
    const { catalogSizes: _, ...on } = plan.value
    await measure({ ...on, recipes, resume: true })
  }

  /** Opens a fold of the details that a feature added, and scrolls to it. */
  async function showDetail(title: string): Promise<void> {
    folds.details = true
    folds.ofFeatures = [...new Set([...folds.ofFeatures, title])]
    await nextTick()
    document.getElementById(foldId(title))?.scrollIntoView({ block: 'start' })
  }

  watch(
    recipes.data,
    (known = []) => {
      if (setup.setup.choices.length) return
      for (const { recipe, options } of firstChoices(known, works.value))
        setup.addChoice(recipe, options)
    },
    { immediate: true },
  )
  onIntent('evaluation', ({ goldenSet, recipe, options }) => {
    if (goldenSet) chooseSet(goldenSet)
    if (recipe) setup.addChoice(recipe, options)
  })

  startWhenAsked(start, {
    isRunning: () => experiment.task.running.value,
    isReady: () => !!setup.setup.goldenSet && setup.setup.choices.length > 0,
  })

  return {
    current,
    settings,
    works,
    recipes,
    facets,
    measures,
    experiment,
    measuring,
    dir,
    start,
    measure,
    measureVariants,
    showDetail,
    chooseSet,
    setup,
    runs,
    folds,
  }
}

/**
 * Keeps the golden set of the page that of the runs on show, and the one that is measured; gives
 * what goes on with another, as a person wants it.
 */
function useChosenSet(
  runs: Runs,
  { setup, sets }: ReturnType<typeof useSetup>,
  shownSet: () => string | undefined,
): (name: string | undefined) => void {
  watch(shownSet, (name) => {
    if (sets.value.some((set) => set.name === name)) setup.goldenSet = name
  })
  watch(
    () => setup.goldenSet,
    (name) => {
      // One that is there to begin with gives way to that of the runs which are shown first.
      if (runs.isFirstKnown.value) show(name)
    },
  )
  function show(name: string | undefined): void {
    if (name !== undefined && name !== shownSet()) runs.showSet(name)
  }
  return (name) => {
    setup.goldenSet = name
    show(name)
  }
}

/** The details, none of them open. */
const CLOSED = {
  details: false,
  charts: false,
  sizes: false,
  agent: false,
  settings: false,
  /** Titles of those of features that are open. */
  ofFeatures: [] as string[],
}

/** What is measured now: what a person started, else what a new demo comes with. */
function useMeasuring(dir: string, runs: Runs, { task }: ReturnType<typeof useExperiment>) {
  const demo = useDemoEvaluation()
  watch(demo.task.data, async (done) => {
    if (!done || demo.dir.value !== dir) return
    await runs.stored.reload()
    runs.showBesidePins(largestIn(done.runs))
  })
  return computed(() => (demo.isMeasuring.value && !task.running.value ? demo.task : task))
}

/**
 * What the workspace works with beside the first recipe there is, as it comes: the plainest one.
 */
function firstChoices(
  known: readonly RecipeInfo[],
  works: WorksWith | undefined,
): Pick<WorksWith, 'recipe' | 'options'>[] {
  const [first] = known
  if (!first) return []
  const plain = { recipe: first.id, options: {} }
  const own = known.find(({ id }) => id === works?.recipe)
  if (!works || !own) return [plain]
  const options = changedOptions(works.options, optionFields(own))
  const isPlain = own === first && Object.keys(options).length === 0
  return isPlain ? [plain] : [plain, { recipe: own.id, options }]
}

/** Asked for before golden sets and recipes are read, a start waits for them. */
function startWhenAsked(
  start: () => Promise<void>,
  { isRunning, isReady }: { isRunning: () => boolean; isReady: () => boolean },
): void {
  const isAsked = ref(false)
  onAsked('evaluation', () => (isAsked.value = !isRunning()))
  watch(
    () => isAsked.value && isReady(),
    (ready) => {
      if (!ready) return
      isAsked.value = false
      void start()
    },
    { immediate: true },
  )
}

export type Evaluation = ReturnType<typeof useEvaluation>

type Request = ActionInput<'evaluation.run'>

/**
 * Measures recipes; their runs are compared as they are finished, and what was stopped or failed
 * can be resumed.
 */
function useExperiment(dir: string, { stored, chosen, showBesidePins }: Runs) {
  const { announce } = useStatus()
  const task = useTask('evaluation.run', { escape: true })
  const failed = shallowRef<FailedCell[]>([])
  const underWay = useUnderWay(dir)
  /** What is measured, or was last. */
  const request = shallowRef<Request | undefined>(underWay.left)
  if (underWay.left) task.stopped.value = leftText(underWay.left)
  /**
   * Runs that are not to be taken for new ones: those from before, and those that were chosen
   * already.
   */
  let known = new Set<string>()
  let before = new Set<string>()

  async function measure(input: Request): Promise<void> {
    request.value = input
    failed.value = []
    const others = onOtherSplits(input)
    const done = await underWay.during(input, () => task.run(input))
    if (!done) return afterStop()
    failed.value = done.failed
    // The new runs are chosen once they are there, so that nothing else is on show in between.
    await stored.reload()
    // Equal recipes resume with the same run.
    const wholes = done.runs.filter(({ leftOut }) => leftOut === undefined)
    if (wholes.length) showBesidePins([...new Set([...others, ...largestIn(wholes)])])
    const reused = done.reused.length ? `, ${done.reused.length} of them before` : ''
    const lost = done.failed.length ? ` ${done.failed.length} failed.` : ''
    announce(`${measuredText(done.runs.length, input)} on “${input.goldenSet}”${reused}.${lost}`)
  }

  /**
   * The runs on show that measured the golden set by another split: the new ones are read beside
   * them.
   */
  function onOtherSplits(input: Request): string[] {
    const shown = (stored.data.value ?? []).filter(({ id }) => chosen.value.includes(id))
    return shown.filter((run) => isOfOtherSplit(run, input)).map(({ id }) => id)
  }

  function start(input: Request): Promise<void> {
    before = new Set(stored.data.value?.map(({ id }) => id))
    known = new Set(before)
    return measure(input)
  }

  /** The same again, without what is measured already. */
  async function resume(): Promise<void> {
    if (request.value) await measure({ ...request.value, resume: true })
  }

  /** What was finished last may not have been read yet. */
  async function afterStop(): Promise<void> {
    if (!task.stopped.value) return
    await stored.reload()
    showFinished()
  }

  function showFinished(): void {
    const fresh = (stored.data.value ?? [])
      .filter(
        ({ id, goldenSet, leftOut }) =>
          !known.has(id) && goldenSet === request.value?.goldenSet && leftOut === undefined,
      )
      .sort((a, b) => byNewest(b, a))
      .map(({ id }) => id)
    if (!fresh.length) return
    for (const id of fresh) known.add(id)
    const kept = chosen.value.filter((id) => !before.has(id) && !fresh.includes(id))
    const runs = [...kept, ...fresh].flatMap(
      (id) => stored.data.value?.find((run) => run.id === id) ?? [],
    )
    showBesidePins(largestIn(runs))
  }

  watch(stored.data, () => {
    if (task.running.value) showFinished()
  })

  return { task, failed, request, start, resume, dismiss: () => void (failed.value = []) }
}

/**
 * Keeps what is measured for as long as it is, so that it can be resumed where the page was left or
 * loaded again meanwhile.
 */
function useUnderWay(dir: string) {
  const kept = draftsOfKind<Request, null>('evaluation')(dir)
  let isLeft = false
  onScopeDispose(() => (isLeft = true))
  return {
    /** What was measured when the page was left. */
    left: kept.kept(UNDER_WAY, () => ({ dir, goldenSet: '', recipes: [], k: [] }))?.draft,
    async during<Done>(input: Request, work: () => Promise<Done>): Promise<Done> {
      kept.keep(UNDER_WAY, { draft: input, base: null })
      const done = await work()
      if (!isLeft) kept.forget(UNDER_WAY)
      return done
    },
  }
}
const UNDER_WAY = 'under way'

const leftText = ({ recipes, goldenSet }: Request): ProblemReport => ({
  code: 'cancelled',
  message: `The page was left while ${plural(recipes.length, 'recipe')} ${recipes.length === 1 ? 'was' : 'were'} measured on “${goldenSet}”. What was finished is kept.`,
})

const largestIn = (runs: readonly Run[]): string[] => largestOfEach(runs).map(({ id }) => id)

const measuredText = (runs: number, { catalogSizes, recipes }: Request): string =>
  catalogSizes || recipes.some(({ leftOut }) => leftOut !== undefined)
    ? `Made ${plural(runs, 'measurement')}`
    : `Measured ${plural(runs, 'recipe')}`

const isOfOtherSplit = (run: Run, { goldenSet, split }: Request): boolean =>
  split !== undefined &&
  run.goldenSet === goldenSet &&
  run.split !== undefined &&
  (run.split.by !== split.by || run.split.seed !== split.seed)
