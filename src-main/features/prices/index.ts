import { z } from 'zod'
import { action } from '../../app/action'
import { priceTable } from '../../app/models/price-table'
import { MOST_PRICES, Price } from '../../domain/measure/price'
import { Problem } from '../../domain/problem'
import type { JsonObject } from '../../domain/tool/tool'
import type { Feature } from '../feature'

export const prices = {
  actions: {
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
        return priceTable(prices)
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
        return priceTable(prices)
      },
    }),
  },
} satisfies Feature

const isOf = ({ model }: JsonObject, name: string): boolean => model === name.trim()
