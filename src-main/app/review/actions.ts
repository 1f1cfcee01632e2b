import { decide, ReviewDecideInput } from './decide'
import { listProposals, oneProposal, ReviewListInput, ReviewProposalInput } from './list'
import { measureOne, ReviewMeasureInput } from './measure'
import { measureAll, ReviewMeasureAllInput } from './measure-all'
import { previewRule, ReviewPreviewInput } from './preview'
import { writtenParts, ReviewWrittenInput } from './written'
import { action } from '../action'

export const reviewActions = {
  'review.list': action({
    summary: 'A page of proposed texts, and how many there are of which kind',
    input: ReviewListInput,
    run: listProposals,
  }),
  'review.proposal': action({
    summary: 'One proposal whole, with what stands in its place now',
    input: ReviewProposalInput,
    run: oneProposal,
  }),
  /** Writes nothing. */
  'review.measure': action({
    summary: 'Ask golden queries with a proposal and without, those left out that its writer saw',
    input: ReviewMeasureInput,
    run: measureOne,
  }),
  /** What is measured is kept as it goes. */
  'review.measureAll': action({
    summary: 'Measure all open proposals that are not measured as things are',
    input: ReviewMeasureAllInput,
    run: measureAll,
  }),
  /** Writes nothing. */
  'review.preview': action({
    summary: 'What a rule would accept, and what all of it together would do to golden queries',
    input: ReviewPreviewInput,
    run: previewRule,
  }),
  /** Accepted ones are written into their tools' author's layers, all in one commit. */
  'review.decide': action({
    summary: 'Accept or reject proposed texts',
    input: ReviewDecideInput,
    run: decide,
  }),
  'review.written': action({
    summary: 'Which parts of a tool’s author’s layer were proposed and accepted, by whom and when',
    input: ReviewWrittenInput,
    run: writtenParts,
  }),
}
