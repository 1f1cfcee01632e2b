import { computed, ref, watch } from 'vue'
import type { ReviewGate, ReviewState } from '../../../../src-main/contract/review'
import type { ActionInput } from '../../../../src-main/app/actions'
import type { ProposedPart, TextVerdict } from '../../../../src-main/domain/proposal/text'
import { useLookedAt } from '../../../composables/useLookedAt'
import { useQuery } from '../../../composables/useQuery'
import { useTakeBack } from '../../../composables/useTakeBack'
import { useTask } from '../../../composables/useTask'
import { plural } from '../../../words/number-words'
import { useEditHistory } from '../../../composables/useEditHistory'

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
      ...{ dir, state: state.value, search: search.value.trim() },
      ...{ offset: offset.value, limit: PAGE },
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
    ...{ state, gate, part, search, offset, pageSize: PAGE, list, rows },
    ...useLookedAt(() => rows.value, { listed: asked, keyOf: ({ id }) => id }),
  }
}

export type ReviewList = ReturnType<typeof useReviewList>
type Decided = Omit<ActionInput<'review.decide'>, 'dir'>

/** What was done, and the way back where there is anything to take back. */
export const decidedText = (decided: number, verdict: TextVerdict): string =>
  `${plural(decided, 'proposal')} ${verdict}.${decided > 0 ? ' U takes it back.' : ''}`

/** Decides, and takes back. */
export function useReviewDecisions(
  dir: string,
  { list, rows, place, current, state, ...looked }: ReviewList,
) {
  const decide = useTask('review.decide')
  const { undo, takeBack: takeBackThese } = useTakeBack(dir, 'texts', { list, ...looked })
  const history = useEditHistory(dir)
  /** What was decided here one by one, by its change: it is looked at again once it is taken back. */
  const decidedIn = new Map<string, string>()

  async function decideAll(input: Decided): Promise<boolean> {
    const done = await looked.withBusy(
      async () => {
        const decided = await decide.run({ dir, ...input })
        // Of a refusal, too, the list says why: somebody else decided.
        await list.reload()
        return decided
      },
      ({ decided }) => decidedText(decided, input.verdict),
    )
    if (!done) return false
    const { change, decided } = done
    const [only, ...others] = 'ids' in input.chosen ? input.chosen.ids : []
    if (change !== undefined && only !== undefined && others.length === 0) {
      decidedIn.set(change, only)
    }
    if (input.verdict === 'accepted') {
      history.note(`Accepted ${plural(decided, 'proposed text')}`, done, 'decision')
    }
    return true
  }
  async function decideCurrent(
    verdict: TextVerdict,
    more: Pick<Decided, 'reason' | 'edited' | 'base'> = {},
  ): Promise<boolean> {
    if (looked.sayIfNotYet() || !current.value) return false
    const { id } = current.value
    return decideAll({ chosen: { ids: [id], seenAs: state.value }, verdict, ...more })
  }
  async function takeBack(which?: Omit<ActionInput<'changes.undo'>, 'dir'>): Promise<void> {
    const changes = await takeBackThese(which)
    const again = changes.map((change) => decidedIn.get(change)).find(Boolean)
    const at = rows.value.findIndex(({ id }) => id === again)
    if (at >= 0) place.value = at
  }
  return { decide, undo, decideAll, decideCurrent, takeBack }
}
