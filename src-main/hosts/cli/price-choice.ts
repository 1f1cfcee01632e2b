import type { Price } from '../../domain/measure/price'
import { Problem } from '../../domain/problem'
import type { CommandSession } from './session'

/** The price of a model, or the first that is written down; none where there is none. */
export async function priceOf(
  session: CommandSession,
  model: string | undefined,
): Promise<Price | undefined> {
  const { prices, faults } = await session.request('prices.list', {})
  for (const fault of faults) session.remark(fault)
  const found = model === undefined ? prices[0] : prices.find((price) => price.model === model)
  if (found || model === undefined) return found
  throw new Problem(
    'not-found',
    `There is no price of “${model}”.`,
    'List the prices: pegboard prices',
  )
}
