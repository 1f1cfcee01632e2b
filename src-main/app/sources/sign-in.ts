import { z } from 'zod'
import { SourceGiven } from '../../contract/source'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { saysWho } from '../../domain/catalog/says-who'
import { shownText } from '../../domain/value/shown-text'
import type { SignIn } from '../../ports/sign-ins'
import { action, perApp } from '../action'
import { lacksValues } from './read-source'
import { originOf } from './stored-sources'
import { notAgreed, reach } from './reach'

/** Those that nobody has finished yet, by what they were called to who began them. */
const begun = perApp(() => new Map<string, SignIn>())

export const signInActions = {
  'sources.signIn': action({
    summary: 'Begin to sign in to the server of a source; gives the address to open in a browser',
    input: z.object({
      dir: Dir.optional(),
      source: SourceGiven,
      clientId: z
        .string()
        .min(1)
        .max(2_000)
        .optional()
        .describe('by which the server knows Pegboard, where somebody registered it there'),
    }),
    async run(context, { dir, source, clientId }, { signal }) {
      const { reached, look } = await reach(context, await originOf(context, dir, source))
      if (look.missing.length > 0) throw lacksValues(source.name, look)
      if (!look.isAgreed) throw notAgreed(look, 'Look at it and agree first.')
      if (reached.kind !== 'http') throw noServer(source.name)
      if (saysWho(reached)) throw saysWhoItself(source.name)
      const signIn = await context.signIns.begin(reached.url, { clientId, signal })
      const open = begun(context)
      const id = String(open.size + 1) + Date.now().toString(36)
      open.set(id, signIn)
      void signIn.closed.then(() => open.delete(id))
      return { id, address: signIn.address }
    },
  }),
  'sources.signedIn': action({
    summary: 'Wait until somebody has signed in at the address of a sign-in that was begun',
    input: z.object({ id: z.string().describe('of the sign-in') }),
    async run(context, { id }, { signal }) {
      const open = begun(context)
      const signIn = open.get(id)
      if (!signIn) throw new Problem('not-found', 'There is no such sign-in.', 'Begin another one.')
      open.delete(id)
      await signIn.done(signal)
      return {}
    },
  }),
}

const saysWhoItself = (name: string): Problem =>
  new Problem(
    'bad-input',
    `“${shownText(name)}” has a header Authorization of its own, which is sent whoever signs in.`,
    'Take its header Authorization out first.',
  )

const noServer = (name: string): Problem =>
  new Problem(
    'bad-input',
    `“${shownText(name)}” is no MCP server at an address: nobody signs in there.`,
    'Choose a source at an address.',
  )
