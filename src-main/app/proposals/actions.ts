import type { AppContext } from '../context'
import { askNeeds, ProposalsAskInput } from './ask-needs'
import { decide, ProposalsDecideInput } from './decide'
import { edgeEffect, ProposalsEffectInput } from './effect'
import { listProposals, ProposalsListInput } from './list'
import { openLooks, type Looks } from './looks'
import type { Call } from '../app'
import { perApp, action } from '../action'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

const looksOf = perApp(openLooks)

const withLooks =
  <Input, Answer>(
    work: (context: AppContext & { looks: Looks }, input: Input, call: Call) => Promise<Answer>,
  ) =>
  (context: AppContext, input: Input, call: Call): Promise<Answer> =>
    work({ ...context, looks: looksOf(context) }, input, call)

export const proposalActions = {
  /** Decisions and edges made until now are learned from. */
  'proposals.find': action({
    summary: 'Looks through the catalog for edges',
    input: z.object({ dir: Dir }),
    run: withLooks(async ({ sessions, looks }, { dir }: { dir: string }, call) => {
      const place = { session: await sessions.of(dir), dir }
      return (await looks.take(place, call)).info
    }),
  }),
  /** What it says of tools that it was not asked about is dropped and counted. */
  'proposals.ask': action({
    summary:
      'Asks the chat model which of their likeliest tools some tools need: those named, or the `most` hubs',
    input: ProposalsAskInput,
    run: withLooks(askNeeds),
  }),
  'proposals.list': action({
    summary: 'A page of what is proposed or was decided',
    input: ProposalsListInput,
    run: withLooks(async (context, input: ProposalsListInput) =>
      listProposals({ ...context, session: await context.sessions.of(input.dir) }, input),
    ),
  }),
  /** Accepted edges are appended to those of their tools, in the author's layer. */
  'proposals.decide': action({
    summary: 'Accepts or rejects proposed edges',
    input: ProposalsDecideInput,
    run: withLooks(async (context, input: ProposalsDecideInput) =>
      decide(context, await context.sessions.of(input.dir), input),
    ),
  }),
  'proposals.effect': action({
    summary: 'Measures the proposals chosen on golden queries, without writing anything',
    input: ProposalsEffectInput,
    run: withLooks(edgeEffect),
  }),
}
