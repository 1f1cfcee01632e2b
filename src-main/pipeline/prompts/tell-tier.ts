import { z } from 'zod'
import { TIER_MEANINGS, type Tier } from '../../domain/query/tier'
import { requestPart, toolsPart, type ShownTool } from './quoted'
import { worded } from './worded'

/**
 * What a model may say of a query that names tools, in the order of the rule: a query that says a
 * tool’s name also shares its words.
 */
const TOLD_TIERS = [
  'other-language',
  'compound',
  'exact',
  'vague',
  'paraphrased',
] as const satisfies readonly Tier[]

/** How a golden query is worded, against what its right tools say. */
export const tellTier = worded({
  id: 'tell-tier',
  version: 2,
  title: 'Tell how a query is worded',
  instead: 'left it to the rule',
  purpose:
    'Asked of golden queries, one at a time, when you have their kinds proposed. You decide which answers become tags.',
  wording: [
    'Say how the request is worded, as against what the right tools say of themselves. The first that holds:',
    ...TOLD_TIERS.map((tier) => `- ${tier}: it ${TIER_MEANINGS[tier]}.`),
  ].join('\n'),
  answer: z.object({ tier: z.enum(TOLD_TIERS) }),
  data: ({ text, tools }: { text: string; tools: readonly ShownTool[] }) =>
    [requestPart({ text }), toolsPart('The right tools', tools)].join('\n\n'),
})
