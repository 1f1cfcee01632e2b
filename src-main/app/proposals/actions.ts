import { decide, ProposalsDecideInput } from './decide'
import { edgeEffect, ProposalsEffectInput } from './effect'
import { listProposals, ProposalsListInput } from './list'
import { action, inSession } from '../action'

export const proposalActions = {
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
