import { z } from 'zod'
import { Price, PriceTable } from '../domain/price'

export const priceRoutes = {
  /** What models cost, as the person wrote it: the product comes with no prices. */
  'prices.list': { input: z.object({}), output: PriceTable },
  /** Writes what a model costs, in place of what was written of it before, and gives all prices. */
  'prices.put': { input: Price, output: PriceTable },
  /** Forgets what a model costs. @throws Problem `not-found`. */
  'prices.remove': { input: z.object({ model: z.string() }), output: PriceTable },
}
