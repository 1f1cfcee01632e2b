import { askNeeds, ProposalsAskInput } from './ask-needs'
import { decide, ProposalsDecideInput } from './decide'
import { edgeEffect, ProposalsEffectInput } from './effect'
import { listProposals, ProposalsListInput } from './list'
import { takeLook } from './looks'
import { action, inSession } from '../action'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const proposalActions = {
  /** Edges made until now are taken into account. */
  'proposals.find': action({
    summary: 'Look through the catalog for edges',
    input: z.object({ dir: Dir }),
    run: async (context, { dir }, call) =>
      takeLook(context, { session: await context.sessions.of(dir), dir }, call),
  }),
  /** What it says of tools that it was not asked about is dropped and counted. */
  'proposals.ask': action({
    summary:
      'Ask the chat model which of their likeliest tools some tools need: those named, or the `most` hubs',
    input: ProposalsAskInput,
    run: askNeeds,
  }),
  'proposals.list': action({
    summary: 'A page of what is proposed or was decided',
    input: ProposalsListInput,
    run: listProposals,
  }),
  /** Accepted edges are appended to those of their tools, in the author's layer. */
  'proposals.decide': action({
    summary: 'Accept or reject proposed edges',
    input: ProposalsDecideInput,
    run: inSession(decide),
  }),
  'proposals.effect': action({
    summary: 'Measure the proposals chosen on golden queries, without writing anything',
    input: ProposalsEffectInput,
    run: edgeEffect,
  }),
}
