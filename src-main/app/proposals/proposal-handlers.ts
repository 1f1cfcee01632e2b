import type { AppContext, Handlers } from '../handlers'
import { askNeeds } from './ask-needs'
import { decide, undo } from './decide'
import { edgeEffect } from './effect'
import { listProposals } from './list'
import { openLooks } from './looks'

export const proposalsHandlers = (context: AppContext): Handlers<'proposals'> => {
  const { sessions } = context
  const withLooks = { ...context, looks: openLooks(context) }
  return {
    async 'proposals.find'({ dir }, call) {
      const place = { session: await sessions.of(dir), dir }
      return (await withLooks.looks.take(place, call)).info
    },
    'proposals.ask': (input, call) => askNeeds(withLooks, input, call),
    'proposals.list': async (input) =>
      listProposals({ ...withLooks, session: await sessions.of(input.dir) }, input),
    'proposals.decide': async (input) => decide(withLooks, await sessions.of(input.dir), input),
    'proposals.undo': async ({ dir, batch }) => undo(await sessions.of(dir), batch),
    'proposals.effect': (input, call) => edgeEffect(withLooks, input, call),
  }
}
