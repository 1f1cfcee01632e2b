import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { ProblemReport } from '../../../../src-main/contract/reply'
import type { AuthorLayer, ToolId } from '../../../../src-main/domain/tool'
import { sharedState } from '../../../composables/shared-state'
import { useTask } from '../../../composables/useTask'

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

export type EditStep = LayerStep | KeptStep | AcceptedStep

/** An edit that was undone or done again, and a tool to show of those it concerned; of a removed one there is none. */
export interface StepDone {
  step: EditStep
  tool?: string | undefined
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
  /** Puts back what the last edit changed, or does it again; gives that edit where it could be. */
  undo(): Promise<StepDone | undefined>
  redo(): Promise<StepDone | undefined>
  problem: Ref<ProblemReport | undefined>
  dismiss(): void
}

type Way = 'undo' | 'redo'

/**
 * The edits of tools in one workspace that were made in this window since it was opened, of whatever kind. An edit of what somebody
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
    const canReturn = done && !('batch' in step)
    set(canReturn ? { ...left, [to]: [...left[to], step] } : left)
    if (!done) problem.value = refused(step, way, failed)
    return done
  }

  return {
    undoable: computed(() => steps.value.done.at(-1)),
    redoable: computed(() => steps.value.undone.at(-1)),
    note: (step) => set({ done: [...steps.value.done, step].slice(-MOST_STEPS), undone: [] }),
    undo: () => go('undo'),
    redo: () => go('redo'),
    problem,
    dismiss: () => void (problem.value = undefined),
  }
}

/** Goes one step back or forward in the app. */
function useSteps(dir: string) {
  const saving = useTask('catalog.saveLayer')
  const undoing = useTask('catalog.undo')
  const redoing = useTask('catalog.redo')
  const takingBack = useTask('proposals.undo')

  async function go(
    step: EditStep,
    way: Way,
  ): Promise<{ done?: StepDone; failed?: ProblemReport | undefined }> {
    if ('edit' in step) {
      const task = way === 'undo' ? undoing : redoing
      const back = await task.run({ dir, edit: step.edit })
      return back ? { done: { step, tool: back.tool } } : { failed: task.problem.value }
    }
    if ('batch' in step) {
      const back = await takingBack.run({ dir, batch: step.batch })
      return back ? { done: { step } } : { failed: takingBack.problem.value }
    }
    const { tool, before, after } = step
    const [base, layer] = way === 'undo' ? [after, before] : [before, after]
    const saved = await saving.run({ dir, id: tool, base, layer })
    return saved ? { done: { step, tool } } : { failed: saving.problem.value }
  }

  const tasks = [saving, undoing, redoing, takingBack]
  return { go, running: computed(() => tasks.some((task) => task.running.value)) }
}

/** Whether trying again can never help. */
const isHopeless = (problem: ProblemReport | undefined): boolean =>
  problem?.code === 'conflict' || problem?.code === 'not-found'

function refused(step: EditStep, way: Way, problem: ProblemReport | undefined): ProblemReport {
  const what = `“${step.label}” cannot be ${way === 'undo' ? 'undone' : 'done again'}`
  const code = problem?.code ?? 'conflict'
  const fix = 'Look at the tool as it is now, and change it by hand.'
  if (!('tool' in step)) return { code, message: `${what}. ${problem?.message ?? ''}`, fix }
  const why =
    code === 'not-found'
      ? `“${step.tool}” is not in the catalog any more.`
      : `someone else changed the same of “${step.tool}” since. Nothing was saved.`
  return { code, message: `${what}: ${why}`, fix }
}
