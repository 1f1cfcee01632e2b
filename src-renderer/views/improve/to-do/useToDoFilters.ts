import { computed, reactive, watch } from 'vue'
import type { ToDoOrder, ToDoState } from '../../../../src-main/contract/to-do'
import type { ReviewGate } from '../../../../src-main/contract/review'
import type { LintSeverity } from '../../../../src-main/domain/catalog/lint'
import type { EdgeClue } from '../../../../src-main/domain/proposal/edge'
import type { ProposedPart } from '../../../../src-main/domain/proposal/text'
import type { ActionInput } from '../../../../src-main/features/actions'
import { useSettled } from '../../../composables/useSettled'

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
  /** The only tool, with edges to it. */
  about: string | undefined
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

/** How long a search is left alone before it is looked for, in ms. */
const SETTLED_AFTER = 150

/** What of the queue is shown, and in which order. */
export function useToDoFilters() {
  const chosen = reactive<Chosen>({
    state: 'open',
    kinds: [],
    about: undefined,
    search: '',
    ...none(),
  })
  /** The one kind that is shown; none where there may be several. */
  const only = computed(() => (chosen.kinds.length === 1 ? chosen.kinds[0] : undefined))
  watch(only, () => Object.assign(chosen, none()), { flush: 'sync' })

  const search = useSettled(
    () => chosen.search.trim(),
    (sought) => (sought === '' ? 0 : SETTLED_AFTER),
  )
  const input = computed(() => {
    const { state, about, search: _search, atLeast, sort: _sort, ...lists } = chosen
    const narrowed = Object.entries(lists).filter(([, values]) => values.length > 0)
    return {
      state,
      search: search.value,
      ...(about !== undefined && { about }),
      ...(atLeast > 0 && { atLeast }),
      ...(Object.fromEntries(narrowed.map(([name, values]) => [name, [...values]])) as Partial<
        typeof lists
      >),
    }
  })
  /** Shows one kind of what waits, of one tool or of all. */
  function show({ kind, tool }: { kind: string; tool?: string }): void {
    Object.assign(chosen, none(), { state: 'open', kinds: [kind], about: tool, search: '' })
  }
  return { chosen, only, input, show }
}

export type ToDoFilters = ReturnType<typeof useToDoFilters>
export type ToDoInput = ToDoFilters['input']['value']
/** What a list on show was asked with. */
export type ShownInput = Omit<ActionInput<'queue.list'>, 'dir' | 'offset' | 'limit'>
