import { z } from 'zod'
import { groundsText } from '../../domain/recipe/simulated'
import type { EvalAddition } from '../../hosts/cli/eval-addition'
import { besideWholeServers } from './shared/cutoffs'
import { foundText, providerPairs, providersText } from './shared/words'

const flags = {
  providers: z
    .boolean()
    .optional()
    .describe('measure providers’ own tool search as well, to see whether it would do'),
}

export const evalAddition: EvalAddition<typeof flags> = {
  flags,
  async beside(session, { dir, k, given }) {
    if (!given.providers) return undefined
    const servers = await session.request('servers.list', { dir })
    const sizes = servers.map(({ tools }) => tools)
    return {
      isAdded: ({ simulates }) => simulates !== undefined,
      k: besideWholeServers(k, sizes),
    }
  },
  /** Whether a provider's own search would do, and what each rests on. */
  verdict(pairs, { k, simulatedBy }) {
    const providers = providerPairs(pairs, simulatedBy)
    if (providers.length === 0) return []
    return [
      '',
      providersText(providers, k),
      ...providers.map((pair) => `  ${pair.run.label}: ${foundText(pair, k)}`),
      ...new Set(providers.map(({ simulates }) => `  ${groundsText(simulates)}`)),
    ]
  },
}
