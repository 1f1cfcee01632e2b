import { computed, ref, watch } from 'vue'
import type { ReviewGate, ReviewState } from '../../../../src-main/contract/review'
import type { ActionInput } from '../../../../src-main/features/actions'
import type { ProposedPart } from '../../../../src-main/domain/proposal/text'
import { useLookedAt } from '../../../composables/useLookedAt'
import { useQuery } from '../../../composables/useQuery'
import { useDecisions } from '../../../composables/useDecisions'
import type { Verdict } from '../../../../src-main/domain/proposal/verdict'

const PAGE = 100

/** What of the proposed texts is listed, and which one is looked at. */
export function useReviewList(dir: string) {
  const state = ref<ReviewState>('open')
  const gate = ref<ReviewGate | ''>('')
  const part = ref<ProposedPart | ''>('')
  const search = ref('')
  const offset = ref(0)
  const list = useQuery(
    'review.list',
    () => ({
      dir,
      state: state.value,
      search: search.value.trim(),
      offset: offset.value,
      limit: PAGE,
      ...(gate.value !== '' && { gates: [gate.value] }),
      ...(part.value !== '' && { parts: [part.value] }),
    }),
    { keepPrevious: true },
  )
  const rows = computed(() => list.data.value?.rows ?? [])
  const asked = () =>
    [state.value, gate.value, part.value, search.value.trim(), offset.value].join('\n')
  watch([state, gate, part, search], () => (offset.value = 0))
  watch(list.data, (found) => {
    if (found && offset.value > 0 && offset.value >= found.total) offset.value = 0
  })
  return {
    state,
    gate,
    part,
    search,
    offset,
    pageSize: PAGE,
    list,
    rows,
    ...useLookedAt(() => rows.value, { listed: asked, keyOf: ({ id }) => id }),
  }
}

export type ReviewList = ReturnType<typeof useReviewList>

/** Decides, and takes back. */
export function useReviewDecisions(
  dir: string,
  { list, rows, place, current, state, ...looked }: ReviewList,
) {
  const { decide, undo, decideAll, takeBack } = useDecisions(dir, 'texts', { list, ...looked })
  /**
   * What was decided here one by one, by its change: it is looked at again once it is taken back.
   */
  const decidedIn = new Map<string, string>()

  async function decideCurrent(
    verdict: Verdict,
    more: Pick<Omit<ActionInput<'review.decide'>, 'dir'>, 'reason' | 'edited' | 'base'> = {},
  ): Promise<boolean> {
    if (looked.sayIfNotYet() || !current.value) return false
    const { id } = current.value
    const change = await decideAll({ chosen: { ids: [id], seenAs: state.value }, verdict, ...more })
    if (change !== undefined) decidedIn.set(change, id)
    return change !== undefined
  }
  async function takeBackThese(which?: Omit<ActionInput<'changes.undo'>, 'dir'>): Promise<void> {
    const changes = await takeBack(which)
    const again = changes.map((change) => decidedIn.get(change)).find(Boolean)
    const at = rows.value.findIndex(({ id }) => id === again)
    if (at >= 0) place.value = at
  }
  return { decide, undo, decideCurrent, takeBack: takeBackThese }
}
