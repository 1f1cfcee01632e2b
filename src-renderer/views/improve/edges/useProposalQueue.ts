import { computed, ref, watch } from 'vue'
import type {
  ChosenProposals,
  ProposalRow,
  ProposalState,
} from '../../../../src-main/contract/proposal'
import { useLookedAt } from '../../../composables/useLookedAt'
import { useQuery } from '../../../composables/useQuery'
import { useStatus } from '../../../composables/useStatus'
import { useDecisions } from '../../../composables/useDecisions'
import { useTask } from '../../../composables/useTask'
import { plural } from '../../../words/number-words'
import type { Verdict } from '../../../../src-main/domain/proposal/verdict'

const PAGE = 100

export const keyOf = ({ from, on }: Pick<ProposalRow, 'from' | 'on'>): string =>
  JSON.stringify([from, on])

/** What of the proposed edges is listed, and which one is looked at. */
export function useProposalList(dir: string, tool?: string) {
  const state = ref<ProposalState>('open')
  const search = ref('')
  const atLeast = ref(0)
  const sort = ref<'worth' | 'probability'>('worth')
  const offset = ref(0)
  const list = useQuery(
    'proposals.list',
    () => ({
      dir,
      state: state.value,
      search: search.value.trim(),
      sort: sort.value,
      offset: offset.value,
      limit: PAGE,
      ...(state.value === 'open' && { atLeast: atLeast.value }),
      ...(tool !== undefined && { tool }),
    }),
    { keepPrevious: true },
  )
  const rows = computed(() => list.data.value?.rows ?? [])
  const asked = () =>
    [state.value, search.value.trim(), atLeast.value, sort.value, offset.value].join('\n')
  const looked = useLookedAt(() => rows.value, { listed: asked, keyOf })
  const isNarrowed = computed(() => search.value.trim() !== '' || tool !== undefined)
  /** All that are listed, where a rule can say which: those at least so sure. */
  const ruled = computed((): ChosenProposals | undefined => {
    const look = list.data.value?.look?.id
    return state.value !== 'open' || isNarrowed.value || !list.data.value?.total
      ? undefined
      : { atLeast: atLeast.value, ...(look !== undefined && { look }) }
  })
  watch([state, search, atLeast, sort], () => (offset.value = 0))
  watch(list.data, (found) => {
    if (found && offset.value > 0 && offset.value >= found.total) offset.value = 0
  })
  return {
    state,
    search,
    atLeast,
    sort,
    offset,
    pageSize: PAGE,
    list,
    rows,
    ruled,
    ...looked,
  }
}

type Listed = ReturnType<typeof useProposalList>

/** Looks for edges, and asks a model for more. */
export function useProposalSearch(
  { dir, tool }: { dir: string; tool?: string | undefined },
  { list, place }: Listed,
) {
  const { announce } = useStatus()
  const find = useTask('proposals.find')
  const ask = useTask('proposals.ask')

  async function look(): Promise<void> {
    if (!(await find.run({ dir }))) return
    await list.reload()
    place.value = 0
  }
  async function askModel(): Promise<void> {
    const asked = await ask.run({ dir, ...(tool !== undefined && { tools: [tool] }) })
    // What was answered before a stop is kept.
    await list.reload()
    if (!asked) return
    const invented = asked.invented ? ` ${asked.invented} that it made up were dropped.` : ''
    announce(
      `The model named ${plural(asked.named, 'need')} of ${plural(asked.asked, 'tool')}.${invented}`,
    )
  }
  return { find, ask, look, askModel }
}

/** Decides, and takes back. */
export function useProposalDecisions(dir: string, { list, current, state, ...looked }: Listed) {
  const { decide, undo, decideAll, takeBack } = useDecisions(dir, 'edges', { list, ...looked })

  async function decideCurrent(verdict: Verdict, reason?: string): Promise<void> {
    if (looked.sayIfNotYet() || !current.value) return
    const { from, on } = current.value
    const chosen = { pairs: [{ from, on }], seenAs: state.value }
    await decideAll({ chosen, verdict, ...(reason && { reason }) })
  }
  return { decide, undo, decideAll, decideCurrent, undoLast: () => takeBack() }
}
