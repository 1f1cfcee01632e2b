import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { ProblemReport } from '../../src-main/contract/reply'
import type { ActionAnswer } from '../../src-main/app/actions'
import type { AuthorLayer, ToolId } from '../../src-main/domain/tool/tool'
import { sharedState } from './shared-state'
import { plural } from '../words/number-words'
import { notPutBack } from '../words/review-words'
import { useFindingsSteps, type FindingsStep } from './useFindingsSteps'
import { useTask } from './useTask'

interface Step {
  /** What was done, as a sentence without its end: “Removed the edge to login from send_email”. */
  label: string
}

/** An edit of a tool's author's layer: the fields that it changed, as they were and as they were saved. */
export interface LayerStep extends Step {
  tool: ToolId
  before: AuthorLayer
  after: AuthorLayer
}

/** An edit of tools that the app keeps, by its name there. */
interface KeptStep extends Step {
  edit: string
}

/** Proposed edges that were accepted, by the name of the batch. Once taken back they are proposals again: there is no redo. */
interface AcceptedStep extends Step {
  batch: string
}

/** A change of golden sets that the app keeps, by its name there. */
interface GoldenStep extends Step {
  golden: string
}

/** Proposed texts that were accepted, by the name of the batch: as with edges, no redo. */
interface AcceptedTextsStep extends Step {
  texts: string
}

/** A change of the logged queries, by its name in the app, which takes it back and does not do it again. */
interface LoggedStep extends Step {
  logged: string
}

export type EditStep =
  LayerStep | KeptStep | AcceptedStep | GoldenStep | AcceptedTextsStep | LoggedStep | FindingsStep

/** What is taken back is not done again by the same. */
const isIrreversible = (step: EditStep): boolean =>
  'batch' in step || 'texts' in step || 'logged' in step

const acceptedIn = (step: EditStep): string | undefined =>
  'batch' in step ? step.batch : 'texts' in step ? step.texts : undefined

/** An edit that was undone or done again, and a tool to show of those it concerned; of a removed one there is none. */
export interface StepDone {
  step: EditStep
  tool?: string | undefined
  /** What is to be said of it besides. */
  said?: string
}

/** Edits that can be undone: enough for an afternoon, and as many as the app keeps. */
const MOST_STEPS = 200

interface Steps {
  done: readonly EditStep[]
  undone: readonly EditStep[]
}

const useAllSteps = sharedState('edit history', () =>
  shallowRef<Readonly<Record<string, Steps>>>({}),
)

export interface EditHistory {
  /** What undo would undo, and redo do again; without, there is nothing. */
  undoable: ComputedRef<EditStep | undefined>
  redoable: ComputedRef<EditStep | undefined>
  /** Notes an edit that was saved. What was undone before it cannot be redone any more. */
  note(step: EditStep): void
  /** Forgets what was accepted in these batches, of edges or of texts, and was taken back whole in another way. */
  forgetBatches(batches: readonly string[]): void
  /** Puts back what the last edit changed, or does it again; gives that edit where it could be. */
  undo(): Promise<StepDone | undefined>
  redo(): Promise<StepDone | undefined>
  problem: Ref<ProblemReport | undefined>
  dismiss(): void
}

type Way = 'undo' | 'redo'

/**
 * The edits of tools and golden sets in one workspace that were made in this window since it was opened, of whatever kind. An edit of what somebody
 * else, or an import, changed since is not undone: that is said, and it leaves the history.
 */
export function useEditHistory(dir: string): EditHistory {
  const all = useAllSteps()
  const { go: take, running } = useSteps(dir)
  const problem = shallowRef<ProblemReport>()
  const steps = computed(() => all.value[dir] ?? { done: [], undone: [] })
  const set = (next: Steps): void => void (all.value = { ...all.value, [dir]: next })

  async function go(way: Way): Promise<StepDone | undefined> {
    const [from, to] =
      way === 'undo' ? (['done', 'undone'] as const) : (['undone', 'done'] as const)
    const step = steps.value[from].at(-1)
    if (!step || running.value) return undefined
    problem.value = undefined
    const { done, failed } = await take(step, way)
    if (!done && !isHopeless(failed)) {
      problem.value = failed
      return undefined
    }
    const left = { ...steps.value, [from]: steps.value[from].filter((one) => one !== step) }
    const canReturn = done && !isIrreversible(step)
    set(canReturn ? { ...left, [to]: [...left[to], step] } : left)
    if (!done) problem.value = refused(step, way, failed)
    return done
  }

  return {
    undoable: computed(() => steps.value.done.at(-1)),
    redoable: computed(() => steps.value.undone.at(-1)),
    note: (step) => set({ done: [...steps.value.done, step].slice(-MOST_STEPS), undone: [] }),
    forgetBatches(batches) {
      const isOther = (step: EditStep): boolean => !batches.includes(acceptedIn(step) ?? '')
      set({ ...steps.value, done: steps.value.done.filter(isOther) })
    },
    undo: () => go('undo'),
    redo: () => go('redo'),
    problem,
    dismiss: () => void (problem.value = undefined),
  }
}

interface StepEnd {
  done?: StepDone
  failed?: ProblemReport | undefined
}

const ended = (step: EditStep, back: object | undefined, failed?: ProblemReport): StepEnd =>
  back ? { done: { step } } : { failed }

/** Goes one step back or forward in the app. */
function useSteps(dir: string) {
  const saving = useTask('catalog.saveLayer')
  const undoing = useTask('catalog.undo')
  const redoing = useTask('catalog.redo')
  const takingBack = useTask('proposals.undo')
  const undoingGolden = useTask('golden.undo')
  const redoingGolden = useTask('golden.redo')
  const reopening = useTask('review.undo')
  const unlogging = useTask('history.undo')
  const findings = useFindingsSteps(dir)

  async function go(step: EditStep, way: Way): Promise<StepEnd> {
    if ('edit' in step) {
      const task = way === 'undo' ? undoing : redoing
      const back = await task.run({ dir, edit: step.edit })
      return back ? { done: { step, tool: back.tool } } : { failed: task.problem.value }
    }
    if ('golden' in step) {
      const task = way === 'undo' ? undoingGolden : redoingGolden
      return ended(step, await task.run({ dir, change: step.golden }), task.problem.value)
    }
    if ('batch' in step) {
      const back = await takingBack.run({ dir, batch: step.batch })
      return ended(step, back, takingBack.problem.value)
    }
    if ('texts' in step) {
      const back = await reopening.run({ dir, batch: step.texts })
      return back
        ? { done: { step, said: putBackText(back) } }
        : { failed: reopening.problem.value }
    }
    if ('logged' in step) {
      const back = await unlogging.run({ dir, change: step.logged })
      return back
        ? { done: { step, said: leftText(back.left) } }
        : { failed: unlogging.problem.value }
    }
    if ('findings' in step) {
      const { isDone, failed } = await findings.go(step, way)
      return isDone ? { done: { step } } : { failed }
    }
    const { tool, before, after } = step
    const [base, layer] = way === 'undo' ? [after, before] : [before, after]
    const saved = await saving.run({ dir, id: tool, base, layer })
    return saved ? { done: { step, tool } } : { failed: saving.problem.value }
  }

  const tasks = [
    ...[saving, undoing, redoing, takingBack, undoingGolden, redoingGolden, reopening, unlogging],
    ...findings.tasks,
  ]
  return { go, running: computed(() => tasks.some((task) => task.running.value)) }
}

function putBackText(back: ActionAnswer<'review.undo'>): string {
  const not = notPutBack(back)
  return not && `${plural(back.undone, 'decision')} taken back${not}.`
}

const leftText = (left: number): string =>
  left > 0
    ? `${plural(left, 'query was', 'queries were')} changed again since and left as they are.`
    : ''

/** Whether trying again can never help. */
const isHopeless = (problem: ProblemReport | undefined): boolean =>
  problem?.code === 'conflict' || problem?.code === 'not-found'

function refused(step: EditStep, way: Way, problem: ProblemReport | undefined): ProblemReport {
  const what = `“${step.label}” cannot be ${way === 'undo' ? 'undone' : 'done again'}`
  const code = problem?.code ?? 'conflict'
  if ('logged' in step || 'findings' in step) {
    return { code, message: `${what}. ${problem?.message ?? ''}` }
  }
  const thing = 'golden' in step ? 'golden set' : 'tool'
  const fix = `Look at the ${thing} as it is now, and change it by hand.`
  if (!('tool' in step)) return { code, message: `${what}. ${problem?.message ?? ''}`, fix }
  const why =
    code === 'not-found'
      ? `“${step.tool}” is not in the catalog any more.`
      : `someone else changed the same of “${step.tool}” since. Nothing was saved.`
  return { code, message: `${what}: ${why}`, fix }
}
