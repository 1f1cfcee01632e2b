import type { Price } from '../../../src-main/domain/measure/price'
import { useBridge } from '../../bridge/bridge'
import { usePrices } from '../../composables/usePrices'

/** The table of prices, and the ways to change it. */
export function usePriceEdits() {
  const bridge = useBridge()
  const { table, problem, take } = usePrices()
  return {
    table,
    problem,
    /** Gives whether that worked. */
    put: async (price: Price) => take(await bridge.request('prices.put', price)),
    remove: async (model: string) => take(await bridge.request('prices.remove', { model })),
  }
}
