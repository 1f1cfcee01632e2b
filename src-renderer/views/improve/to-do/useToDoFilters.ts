import { computed, reactive, watch } from 'vue'
import type { ToDoOrder, ToDoState } from '../../../../src-main/contract/to-do'
import type { ReviewGate } from '../../../../src-main/contract/review'
import type { LintSeverity } from '../../../../src-main/domain/catalog/lint'
import type { EdgeClue } from '../../../../src-main/domain/proposal/edge'
import type { ProposedPart } from '../../../../src-main/domain/proposal/text'

/** What narrows one kind, which is on show only where that kind is chosen alone. */
interface OfKind {
  rules: string[]
  severities: LintSeverity[]
  parts: ProposedPart[]
  gates: ReviewGate[]
  clues: EdgeClue[]
  atLeast: number
  sort: ToDoOrder
}

interface Chosen extends OfKind {
  state: ToDoState
  kinds: string[]
  search: string
}

const none = (): OfKind => ({
  rules: [],
  severities: [],
  parts: [],
  gates: [],
  clues: [],
  atLeast: 0,
  sort: 'weight',
})

/** What of the queue is shown, and in which order. */
export function useToDoFilters() {
  const chosen = reactive<Chosen>({ state: 'open', kinds: [], search: '', ...none() })
  /** The one kind that is shown; none where there may be several. */
  const only = computed(() => (chosen.kinds.length === 1 ? chosen.kinds[0] : undefined))
  watch(only, () => Object.assign(chosen, none()), { flush: 'sync' })

  const input = computed(() => {
    const { state, search, atLeast, sort: _, ...lists } = chosen
    const narrowed = Object.entries(lists).filter(([, values]) => values.length > 0)
    return {
      state,
      search: search.trim(),
      ...(atLeast > 0 && { atLeast }),
      ...(Object.fromEntries(narrowed.map(([name, values]) => [name, [...values]])) as Partial<
        typeof lists
      >),
    }
  })
  /** Shows one kind of what waits, of the tools that are searched for. */
  function show({ kind, search = '' }: { kind: string; search?: string }): void {
    Object.assign(chosen, none(), { state: 'open', kinds: [kind], search })
  }
  return { chosen, only, input, show }
}

export type ToDoFilters = ReturnType<typeof useToDoFilters>
export type ToDoInput = ToDoFilters['input']['value']
