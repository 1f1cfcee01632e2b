import { MOST_PRICES, Price, type PriceTable } from '../../domain/measure/price'
import { Problem } from '../../domain/problem'
import type { JsonObject } from '../../domain/tool/tool'
import { validationErrorText } from '../requests/validation-error'
import { z } from 'zod'
import { action } from '../action'

export const priceActions = {
  'prices.list': action({
    summary: 'List what models cost, as you wrote it: the product comes with no prices',
    input: z.object({}),
    run: async ({ settings }) => tableOf((await settings.read()).prices ?? []),
  }),
  'prices.put': action({
    summary: 'Write what a model costs, in place of what was written before',
    input: Price,
    run: async ({ settings }, price) => {
      const { prices } = await settings.write(({ prices: before = [] }) => {
        const others = before.filter((each) => !isOf(each, price.model))
        if (others.length >= MOST_PRICES) {
          throw new Problem(
            'bad-input',
            `There are ${MOST_PRICES} prices already, the most that are kept.`,
            'Remove one you no longer use.',
          )
        }
        const at = before.findIndex((each) => isOf(each, price.model))
        return { prices: at < 0 ? [...before, price] : before.with(at, price) }
      })
      return tableOf(prices ?? [])
    },
  }),
  /** @throws Problem `not-found`. */
  'prices.remove': action({
    summary: 'Forget what a model costs',
    input: z.object({ model: z.string().describe('its name') }),
    run: async ({ settings }, { model }) => {
      const { prices } = await settings.write(({ prices: before = [] }) => {
        const others = before.filter((each) => !isOf(each, model))
        if (others.length < before.length) return { prices: others }
        throw new Problem('not-found', `There is no price of “${model}”.`)
      })
      return tableOf(prices ?? [])
    },
  }),
}

const isOf = ({ model }: JsonObject, name: string): boolean => model === name.trim()

/**
 * What was written into the settings by hand and is no price is told, and kept until it is written
 * anew.
 */
function tableOf(stored: readonly JsonObject[]): PriceTable {
  const table: PriceTable = { prices: [], faults: [] }
  for (const [at, each] of stored.entries()) {
    const price = Price.safeParse(each)
    if (price.success) table.prices.push(price.data)
    else {
      const model = typeof each['model'] === 'string' ? `“${each['model']}”` : `in line ${at + 1}`
      table.faults.push(
        `The price of ${model} cannot be used: ${validationErrorText(price.error, each)}. Write it anew.`,
      )
    }
  }
  return table
}
