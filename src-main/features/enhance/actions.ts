import type { EnhanceForgetAnswer } from './shared/answers'
import { collect, EnhanceCollectInput } from './collect'
import { forget, EnhanceForgetInput } from './forget'
import { planImprove, ImprovePlanInput } from './improve/plan'
import { improve, ImproveRunInput } from './improve/run'
import { plan, EnhancePlanInput } from './plan'
import { enhance, EnhanceRunInput } from './run'
import { action } from '../../app/action'

export const enhanceActions = {
  /** Asks no model. */
  'improve.plan': action({
    summary: 'Which tools golden or logged queries miss, and what writing for them would take',
    input: ImprovePlanInput,
    run: planImprove,
  }),
  /** What was written until a stop waits for review, and doing it again goes on from there. */
  'improve.run': action({
    summary: 'Write questions and everyday names for what is missed, and accept what wins together',
    input: ImproveRunInput,
    run: improve,
  }),
  /** Asks nothing. */
  'enhance.plan': action({
    summary: 'What asking for these parts would take, and what came of asking before',
    input: EnhancePlanInput,
    run: plan,
  }),
  /**
   * What it answers is proposed as it goes, so that a stop, a failure or a kill loses nothing, and
   * doing it again goes on from there. Open proposals for the same part are replaced.
   */
  'enhance.run': action({
    summary: 'Ask the chat model for parts of tools, tool by tool',
    input: EnhanceRunInput,
    run: enhance,
  }),
  /** Asks no model. */
  'enhance.collect': action({
    summary: 'Propose as questions what examples, logged queries and parameters of tools say',
    input: EnhanceCollectInput,
    run: collect,
  }),
  /** They may be asked for again. */
  'enhance.forget': action({
    summary: 'Take back proposals that nobody decided: those of one run, of some tools, or all',
    input: EnhanceForgetInput,
    async run(context, { dir, ...chosen }): Promise<EnhanceForgetAnswer> {
      return forget(await context.sessions.of(dir), chosen)
    },
  }),
}
