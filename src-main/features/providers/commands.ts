import { z } from 'zod'
import type { EvalAddition } from '../../hosts/cli/eval-addition'
import { besideWholeServers } from './shared/cutoffs'

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
}
