import type { Estimate } from '../run/run'
import { nameAt, partsOfName, type Cutoff } from './name'
import type { Price } from './price'
import { costOf, REQUESTS } from './price-text'

interface MeasuredCost {
  /** With its k; `measure` is the same without. */
  name: string
  measure: string
  k: Cutoff | undefined
  /** The measure of the tokens that cost it. */
  tokens: string
  cost: Estimate
}

/**
 * What the tools of a thousand requests cost at each k, by name, with whose price it is and of
 * which day.
 */
export const measuredCosts = (
  measures: Readonly<Record<string, Estimate>>,
  price: Price,
): MeasuredCost[] =>
  Object.entries(measures).flatMap(([tokens, { mean, ci95 }]) => {
    const { measure, k } = partsOfName(tokens)
    if (measure !== 'PromptTokens') return []
    const [low, high] = ci95
    return [
      {
        name: costName(price, k),
        measure: costName(price),
        k,
        tokens,
        cost: {
          mean: costOf(mean, price),
          ci95: [costOf(low, price), costOf(high, price)],
        },
      },
    ]
  })

const costName = ({ model, currency, asOf }: Price, k?: Cutoff): string =>
  `${nameAt(`Cost of ${REQUESTS.toLocaleString('en-US')} requests`, k)} (${currency}, ${model}, price of ${asOf})`
