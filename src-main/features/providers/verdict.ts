import type { SayOfPairs } from '../../app/context'
import { groundsText } from '../../domain/recipe/simulated'
import { foundText, providerPairs, providersText } from './shared/words'

/** Whether a provider's own search would do, and what each rests on. */
export const providersVerdict: SayOfPairs = (pairs, { k, simulatedBy }) => {
  const providers = providerPairs(pairs, simulatedBy)
  if (providers.length === 0) return []
  return [
    '',
    providersText(providers, k),
    ...providers.map((pair) => `  ${pair.run.label}: ${foundText(pair, k)}`),
    ...new Set(providers.map(({ simulates }) => `  ${groundsText(simulates)}`)),
  ]
}
