import type { AppContext, Handlers } from '../handlers'
import { decide } from './decide'
import { listProposals, oneProposal } from './list'
import { measureOne } from './measure'
import { measureAll } from './measure-all'
import { previewRule } from './preview'
import { undo } from './undo'
import { writtenParts } from './written'

export const reviewHandlers = (context: AppContext): Handlers<'review'> => ({
  'review.list': (input, call) => listProposals(context, input, call),
  'review.proposal': (input) => oneProposal(context, input),
  'review.measure': (input, call) => measureOne(context, input, call),
  'review.measureAll': (input, call) => measureAll(context, input, call),
  'review.preview': (input, call) => previewRule(context, input, call),
  'review.decide': (input, call) => decide(context, input, call),
  'review.undo': (input) => undo(context, input),
  'review.written': (input) => writtenParts(context, input),
})
