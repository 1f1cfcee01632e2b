import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import { leftText } from '../../src-main/contract/undone-text'
import type { ProblemReport } from '../../src-main/contract/reply'
import { sharedState } from './shared-state'
import { useTask } from './useTask'

/** A change that was made in this window, by the name under which the app takes it back. */
export interface EditStep {
  /** What was done, as a sentence without its end: “Removed the edge to login from send_email”. */
  label: string
  change: string
  /**
   * Decisions on proposals: taken back, these are open again, and are decided anew rather than by
   * redo.
   */
  isDecision?: boolean
}

/**
 * An edit that was undone or done again, and a tool to show of those it concerned; of a removed one
 * there is none.
 */
export interface StepDone {
  step: EditStep
  tool?: string | undefined
  /** What is to be said of it besides. */
  said: string
}

/** Edits that can be undone: enough for an afternoon, and as many as the app keeps. */
const MOST_STEPS = 100

interface Steps {
  done: readonly EditStep[]
  undone: readonly EditStep[]
}

const useAllSteps = sharedState('edit history', () =>
  shallowRef<Readonly<Record<string, Steps>>>({}),
)

/** Forgets changes of a workspace of which nothing is left to take back. */
export function useForgetting(): (dir: string, changes: readonly string[]) => void {
  const all = useAllSteps()
  return (dir, changes) => {
    const { done, undone } = all.value[dir] ?? { done: [], undone: [] }
    const left = done.filter(({ change }) => !changes.includes(change))
    all.value = { ...all.value, [dir]: { done: left, undone } }
  }
}

/**
 * Notes a change that was made in a workspace; nothing where none was. What was undone before it
 * cannot be redone any more.
 */
export function useNotingIn(): (
  dir: string,
  label: string,
  done: { change?: string | undefined },
  isDecision?: 'decision',
) => void {
  const all = useAllSteps()
  return (dir, label, { change }, isDecision) => {
    if (change === undefined) return
    const step = { label, change, ...(isDecision && { isDecision: true }) }
    const done = [...(all.value[dir]?.done ?? []), step].slice(-MOST_STEPS)
    all.value = { ...all.value, [dir]: { done, undone: [] } }
  }
}

export interface EditHistory {
  /** What undo would undo, and redo do again; without, there is nothing. */
  undoable: ComputedRef<EditStep | undefined>
  redoable: ComputedRef<EditStep | undefined>
  /** As {@link useNotingIn}, in this workspace. */
  note(label: string, done: { change?: string | undefined }, isDecision?: 'decision'): void
  /** Forgets changes of which nothing is left to take back. */
  forget(changes: readonly string[]): void
  /** Puts back what the last edit changed, or does it again; gives that edit where it could be. */
  undo(): Promise<StepDone | undefined>
  redo(): Promise<StepDone | undefined>
  /** Why the last of these did nothing. */
  problem: Readonly<Ref<ProblemReport | undefined>>
}

type Way = 'undo' | 'redo'

/**
 * The changes in one workspace that were made in this window since it was opened, of whatever kind,
 * imports among them. What somebody else changed since is not undone: that is said, and it leaves
 * the history.
 */
export function useEditHistory(dir: string): EditHistory {
  const all = useAllSteps()
  const forget = useForgetting()
  const note = useNotingIn()
  const tasks = { undo: useTask('changes.undo'), redo: useTask('changes.redo') }
  const problem = shallowRef<ProblemReport>()
  const steps = computed(() => all.value[dir] ?? { done: [], undone: [] })
  const set = (next: Steps): void => void (all.value = { ...all.value, [dir]: next })

  async function go(way: Way): Promise<StepDone | undefined> {
    const [from, to] =
      way === 'undo' ? (['done', 'undone'] as const) : (['undone', 'done'] as const)
    const step = steps.value[from].at(-1)
    const isBusy = tasks.undo.running.value || tasks.redo.running.value
    if (!step || isBusy) return undefined
    problem.value = undefined
    const done = await tasks[way].run({ dir, change: step.change })
    const failed = tasks[way].problem.value
    if (!done && !isHopeless(failed)) {
      problem.value = failed
      return undefined
    }
    const left = { ...steps.value, [from]: steps.value[from].filter((one) => one !== step) }
    const canReturn = done && !step.isDecision
    set(canReturn ? { ...left, [to]: [...left[to], step] } : left)
    if (done) return { step, tool: done.tool, said: leftText(done) }
    problem.value = refused(step, way, failed)
    return undefined
  }

  return {
    undoable: computed(() => steps.value.done.at(-1)),
    redoable: computed(() => steps.value.undone.at(-1)),
    note: (...change) => note(dir, ...change),
    forget: (changes) => forget(dir, changes),
    undo: () => go('undo'),
    redo: () => go('redo'),
    problem,
  }
}

/** Whether trying again can never help. */
const isHopeless = (problem: ProblemReport | undefined): boolean =>
  problem?.code === 'conflict' || problem?.code === 'not-found'

const refused = (
  { label }: EditStep,
  way: Way,
  problem: ProblemReport | undefined,
): ProblemReport => ({
  ...problem,
  code: problem?.code ?? 'conflict',
  message: `“${label}” cannot be ${way === 'undo' ? 'undone' : 'done again'}. ${problem?.message ?? ''}`,
})
