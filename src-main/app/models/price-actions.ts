import { z } from 'zod'
import { action } from '../action'
import { priceTable } from './price-table'

export const priceActions = {
  'prices.list': action({
    summary: 'List what models cost, as you wrote it: the product comes with no prices',
    input: z.object({}),
    run: async ({ settings }) => priceTable((await settings.read()).prices),
  }),
}
