import { computed, shallowRef } from 'vue'
import type { ActionInput, ActionAnswer } from '../../../src-main/features/actions'
import { useBridge, type RequestOptions } from '../../bridge/bridge'
import type { ProblemReport } from '../../../src-main/contract/reply'
import { useWork } from '../../composables/useTask'

type ToolIds = ActionAnswer<'catalog.ids'>['ids']

/** Ids asked for at once. */
const PAGE = 10_000

/**
 * The tools that are checked in the list, which need not be on show: ranges and all that pass the
 * filter are asked of the app.
 */
export function useSelection(order: () => Omit<ActionInput<'catalog.ids'>, 'offset' | 'limit'>) {
  const bridge = useBridge()
  const checked = shallowRef<ReadonlySet<string>>(new Set())

  /** The ids from `first` to `last`, as many as there are. */
  async function fetchIds(
    { first, last }: { first: number; last: number },
    options: RequestOptions,
  ): Promise<{ ok: true; data: ToolIds } | { ok: false; error: ProblemReport }> {
    const ids: ToolIds = []
    const end = (): number => first + ids.length
    while (end() <= last) {
      const limit = Math.min(PAGE, last - end() + 1)
      const page = { ...order(), offset: end(), limit }
      const reply = await bridge.request('catalog.ids', page, options)
      if (!reply.ok) return reply
      ids.push(...reply.data.ids)
      if (reply.data.ids.length < limit) break
    }
    return { ok: true, data: ids }
  }

  const selecting = useWork(fetchIds)

  return {
    checked,
    ids: computed(() => [...checked.value] as ToolIds),
    selecting,
    keysBetween: async (first: number, last: number): Promise<readonly string[]> =>
      (await selecting.run({ first, last })) ?? [],
    /** Checks all tools that are listed besides those that are checked, or unchecks all. */
    async checkAll(on: boolean): Promise<void> {
      if (!on) return void (checked.value = new Set())
      const all = await selecting.run({ first: 0, last: Number.MAX_SAFE_INTEGER - 1 })
      if (all) checked.value = new Set([...checked.value, ...all])
    },
  }
}
