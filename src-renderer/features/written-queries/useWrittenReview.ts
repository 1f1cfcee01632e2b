import { computed, ref, watch, type Ref } from 'vue'
import type { ActionInput } from '../../../src-main/features/actions'
import type { WrittenRow } from '../../../src-main/features/written-queries/shared/answers'
import type { WrittenState } from '../../../src-main/domain/query/written-query'
import type { ToolId } from '../../../src-main/domain/tool/tool'
import { draftsOfKind } from '../../composables/drafts-of-kind'
import { useQuery } from '../../composables/useQuery'
import { useStatus } from '../../composables/useStatus'
import { useDecisions, type ProposalKind } from '../../composables/useDecisions'
import { useTask } from '../../composables/useTask'
import { plural } from '../../words/number-words'
import { useLookedAt, type LookedAt } from '../../composables/useLookedAt'

const PAGE = 50

const WRITTEN: ProposalKind<'writing.decide'> = {
  of: 'queries',
  action: 'writing.decide',
  called: ['written query', 'written queries'],
}

/** A written query as its author changes it. */
export interface WrittenDraft {
  text: string
  tools: readonly ToolId[]
}

/**
 * What is written, which of it is looked at, and what its author decides.
 * @param judge the model that would judge, where it is not the one that writes
 */
export function useWrittenReview(dir: string, judge: () => string | undefined) {
  const state = ref<WrittenState>('waiting')
  const search = ref('')
  const offset = ref(0)
  const list = useQuery(
    'writing.list',
    () => ({
      dir,
      states: [state.value],
      search: search.value.trim(),
      offset: offset.value,
      limit: PAGE,
      judge: judge(),
    }),
    { keepPrevious: true },
  )
  const rows = computed(() => list.data.value?.rows ?? [])
  watch([state, search], () => void (offset.value = 0))
  const looked = useLookedAt(() => rows.value, {
    listed: () => `${state.value} ${offset.value} ${search.value.trim()}`,
    keyOf: ({ id }) => id,
  })
  watch(list.data, (found) => {
    if (found && offset.value > 0 && offset.value >= found.total) offset.value = 0
  })
  const queue = { ...looked, state, search, offset, list, rows, pageSize: PAGE }
  const edits = useWrittenEdits(dir, queue)
  return { ...queue, ...edits, ...useWrittenDecisions(dir, { ...queue, ...edits }) }
}

interface Queue extends LookedAt<WrittenRow> {
  state: Ref<WrittenState>
  list: { reload: () => Promise<unknown> }
}

/** Changes the query that is looked at, or removes all of one state from the queue. */
function useWrittenEdits(dir: string, { state, current, list }: Queue) {
  const { announce } = useStatus()
  const drafts = draftsOfKind<WrittenDraft, null>('written query')(dir)
  const edit = useTask('writing.edit')
  const forget = useTask('writing.forget')

  /** What is being made of the query that is looked at. */
  const draft = computed({
    get: () => drafts.kept(current.value?.id ?? '', () => ({ text: '', tools: [] }))?.draft,
    set(next: WrittenDraft | undefined) {
      if (!current.value) return
      if (next) drafts.keep(current.value.id, { draft: next, base: null })
      else drafts.forget(current.value.id)
    },
  })
  const isDrafted = ({ id }: WrittenRow): boolean => drafts.hasDraft(id)

  async function saveEdit(): Promise<boolean> {
    const row = current.value
    const written = draft.value
    if (!row || !written || edit.running.value) return false
    const text = written.text.trim()
    const input = { dir, id: row.id, text, tools: [...written.tools] }
    if (!(await edit.run(input))) return false
    drafts.forget(row.id)
    await list.reload()
    return true
  }
  async function forgetState(): Promise<boolean> {
    const done = await forget.run({ dir, states: [state.value] })
    if (done) announce(`${plural(done.forgotten, 'query', 'queries')} removed from the queue.`)
    await list.reload()
    return !!done
  }
  return { edit, forget, draft, isDrafted, saveEdit, forgetState }
}

/** Decides, and takes back. */
function useWrittenDecisions(
  dir: string,
  queue: Queue & { isDrafted: (row: WrittenRow) => boolean },
) {
  const { current, sayIfNotYet, isDrafted } = queue
  const { announce } = useStatus()
  const { decide, undo, decideAll, takeBack } = useDecisions(dir, WRITTEN, queue)
  const set = ref('written')

  type Verdict = ActionInput<'writing.decide'>['verdict']
  const decideIn = (chosen: ActionInput<'writing.decide'>['chosen'], verdict: Verdict) =>
    decideAll({ chosen, verdict, set: set.value.trim() || 'written' })
  async function decideCurrent(verdict: Verdict): Promise<void> {
    const row = current.value
    if (sayIfNotYet() || !row) return
    if (isDrafted(row)) return announce('Save or discard your edit first.', 'neutral')
    await decideIn({ ids: [row.id], seenAs: row.state }, verdict)
  }
  return {
    set,
    decide,
    undo,
    decideCurrent,
    decideAll: decideIn,
    undoLast: () => takeBack(),
  }
}

export type WrittenReview = ReturnType<typeof useWrittenReview>
