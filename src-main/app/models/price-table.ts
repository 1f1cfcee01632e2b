import { Price, type PriceTable } from '../../domain/measure/price'
import type { JsonObject } from '../../domain/tool/tool'
import { validationErrorText } from '../requests/validation-error'

/**
 * What was written into the settings by hand and is no price is told, and kept until it is written
 * anew.
 */
export function priceTable(stored: readonly JsonObject[] = []): PriceTable {
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
