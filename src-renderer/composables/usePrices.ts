import { computed, ref, shallowRef } from 'vue'
import type { ProblemReport, Reply } from '../../src-main/contract/reply'
import type { PriceTable } from '../../src-main/domain/measure/price'
import { useBridge } from '../bridge/bridge'
import { sharedState } from './shared-state'

/**
 * What models cost, as the person wrote it, and the one whose price is told beside tokens: the
 * first until another is chosen.
 */
export const usePrices = sharedState('prices', () => {
  const bridge = useBridge()
  const table = shallowRef<PriceTable>({ prices: [], faults: [] })
  const problem = shallowRef<ProblemReport>()
  const chosen = ref<string>()

  /** Takes the table as an action answered it, and gives whether that worked. */
  function take(reply: Reply<PriceTable>): boolean {
    problem.value = reply.ok ? undefined : reply.error
    if (reply.ok) table.value = reply.data
    return reply.ok
  }
  const read = async () => take(await bridge.request('prices.list', {}))
  void read()

  return {
    table,
    problem,
    price: computed(
      () => table.value.prices.find(({ model }) => model === chosen.value) ?? table.value.prices[0],
    ),
    choose: (model: string) => (chosen.value = model),
    read,
    take,
  }
})
