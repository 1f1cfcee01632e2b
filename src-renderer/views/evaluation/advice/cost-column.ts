import type { Price } from '../../../../src-main/domain/measure/price'
import { costOf, moneyText } from '../../../../src-main/domain/measure/price-text'
import { nameIn, type MeasureColumn } from '../measure-columns'

/** What the tools of a thousand requests cost with a model, at the k on show. */
export const costColumn = (price: Price, k: number | undefined): MeasureColumn => ({
  key: 'Cost',
  label: 'Cost',
  title: 'Cost',
  unit: 'per 1,000',
  hint: `What the definitions of the tools given cost in 1,000 requests with ${price.model}, at the price of ${price.asOf}. Lower is better.`,
  better: 'lower',
  of(run) {
    const tokens = run.measures[nameIn(run, 'PromptTokens', k)]?.mean
    return tokens === undefined ? undefined : costOf(tokens, price)
  },
  text: (amount) => moneyText(amount, price.currency),
})
