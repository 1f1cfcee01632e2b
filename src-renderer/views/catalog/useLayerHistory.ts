import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { ProblemReport } from '../../../src-main/contract/reply'
import type { AuthorLayer, ToolId } from '../../../src-main/domain/tool'
import { sharedState } from '../../composables/shared-state'
import { useTask } from '../../composables/useTask'

/** An edit of a tool's author's layer: the fields that it changed, as they were and as they were saved. */
export interface LayerStep {
  tool: ToolId
  /** What was done, as a sentence without its end: “Removed the edge to login from send_email”. */
  label: string
  before: AuthorLayer
  after: AuthorLayer
}

/** Edits that can be undone: enough for an afternoon. */
const MOST_STEPS = 200

interface Steps {
  done: readonly LayerStep[]
  undone: readonly LayerStep[]
}

const useAllSteps = sharedState('layer history', () =>
  shallowRef<Readonly<Record<string, Steps>>>({}),
)

export interface LayerHistory {
  /** What undo would undo, and redo do again; without, there is nothing. */
  undoable: ComputedRef<LayerStep | undefined>
  redoable: ComputedRef<LayerStep | undefined>
  /** Notes an edit that was saved. What was undone before it cannot be redone any more. */
  note(step: LayerStep): void
  /** Puts back what the last edit changed, or does it again; gives that edit where it could be. */
  undo(): Promise<LayerStep | undefined>
  redo(): Promise<LayerStep | undefined>
  problem: Ref<ProblemReport | undefined>
  dismiss(): void
}

/**
 * The edits of author's layers in one workspace that were made in this window since it was opened. An edit of whose fields one was
 * changed by somebody else meanwhile is not undone: that is said, and it leaves the history.
 */
export function useLayerHistory(dir: string): LayerHistory {
  const all = useAllSteps()
  const saving = useTask('catalog.saveLayer')
  const problem = shallowRef<ProblemReport>()
  const steps = computed(() => all.value[dir] ?? { done: [], undone: [] })
  const set = (next: Steps): void => void (all.value = { ...all.value, [dir]: next })

  async function go(way: 'undo' | 'redo'): Promise<LayerStep | undefined> {
    const [from, to] =
      way === 'undo' ? (['done', 'undone'] as const) : (['undone', 'done'] as const)
    const step = steps.value[from].at(-1)
    if (!step || saving.running.value) return undefined
    problem.value = undefined
    const [base, layer] = way === 'undo' ? [step.after, step.before] : [step.before, step.after]
    const saved = await saving.run({ dir, id: step.tool, base, layer })
    const failed = saving.problem.value
    if (!saved && !isHopeless(failed)) {
      problem.value = failed
      return undefined
    }
    const left = { ...steps.value, [from]: steps.value[from].filter((one) => one !== step) }
    set(saved ? { ...left, [to]: [...left[to], step] } : left)
    if (saved) return step
    problem.value = refused(step, way, failed)
    return undefined
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

/** Whether trying again can never help. */
const isHopeless = (problem: ProblemReport | undefined): boolean =>
  problem?.code === 'conflict' || problem?.code === 'not-found'

const refused = (
  { label, tool }: LayerStep,
  way: 'undo' | 'redo',
  problem: ProblemReport | undefined,
): ProblemReport => ({
  code: problem?.code ?? 'conflict',
  message:
    problem?.code === 'not-found'
      ? `“${label}” cannot be ${way === 'undo' ? 'undone' : 'done again'}: “${tool}” is not in the catalog any more.`
      : `“${label}” cannot be ${way === 'undo' ? 'undone' : 'done again'}: someone else changed the same of “${tool}” since. Nothing was saved.`,
  fix: 'Look at the tool as it is now, and change it by hand.',
})
