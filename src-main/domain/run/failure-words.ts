import { plainText } from '../value/plain-text'
import type {
  AgentFailure,
  AgentFailureReason,
  AgentReport,
  FailureFilter,
  FailureReason,
} from './failure'

/** What became of a golden tool, in a few words. */
export const REASON_WORDS: Readonly<Record<FailureReason | AgentFailureReason, string>> = {
  found: 'given',
  cut: 'cut at k',
  'below-depth': 'below the depth of the search',
  dropped: 'left out by a later step',
  'no-shared-word': 'not in its words',
  'never-found': 'never found',
  filtered: 'filtered out',
  'not-in-catalog': 'not in the catalog',
  'not-given': 'not given, reason unknown',
  'found-today': 'given on today’s catalog',
  'not-called': 'in the set, but the model chose another',
  'wrong-arguments': 'right tool, wrong arguments',
}

/** What each class of failure means, and what helps. */
export const REASON_MEANINGS: Readonly<
  Record<Exclude<FailureReason, 'found'> | AgentFailureReason, string>
> = {
  cut: 'The tool was ranked, but below the first k. A larger k, or what makes the tool stand out from those before it, helps.',
  'below-depth':
    'A search found the tool, but further down than it hands on. A larger depth helps, or words of such requests in the tool’s texts.',
  dropped: 'The tool was found, and a step after the search left it out.',
  'no-shared-word':
    'No search found the tool, and its document holds no word of the request. Questions as users ask them help.',
  'never-found': 'No search found the tool, reason unknown.',
  filtered: 'The filters of the recipe keep the tool out before anything is ranked.',
  'not-in-catalog': 'Today’s catalog does not hold the tool.',
  'not-given':
    'The tool was not given. Finding out why would ask the model again, so nothing was asked.',
  'found-today':
    'The run missed the tool; re-run on today’s catalog, the query gets it. What changed since is unknown.',
  'not-called':
    'The tool was among those that the agent was given, and its calls name another one or none. Fewer tools, or a description that sets it apart, help.',
  'wrong-arguments':
    'The agent called the tool, with missing or other arguments. Described parameters help, or a larger model.',
}

/** What an agent made of the tools that a run gave, in a sentence. */
export function agentSentence(
  { asked, complete, failed, failedComplete }: AgentReport,
  queries: number,
): string {
  const of = asked === queries ? `all ${queries}` : `${asked} of the ${queries}`
  return (
    `Given these tools in ${of} queries, the agent failed in ${failed}. ` +
    `Of the ${complete} with every right tool it failed ${failedComplete}.`
  )
}

/** What is said where no agent was given what a run gave; how to ask one, the host adds. */
export const NO_AGENT_RUN =
  'Whether the model chooses another tool of the set, or calls the right one with wrong arguments, takes an agent run with just these tools.'

/** What an agent made of one tool: `in the set, but the model chose another: listOrders`. */
export const agentFailureText = ({
  reason,
  called,
  why,
  rightAlone,
}: Omit<AgentFailure, 'tool'>): string => {
  const instead = called.length > 0 ? called.map(plainText).join(', ') : 'nothing else'
  const detail = reason === 'not-called' ? instead : why
  return [
    detail ? `${REASON_WORDS[reason]}: ${detail}` : REASON_WORDS[reason],
    ...(rightAlone ? ['right with the right tools alone'] : []),
  ].join('; ')
}

const AGENT_REASONS: readonly string[] = [
  'not-called',
  'wrong-arguments',
] satisfies AgentFailureReason[]

/** Whether a filter asks for what the agent failed, rather than for what it was not given. */
export const asksForAgent = ({ reason, agent }: FailureFilter): boolean =>
  agent === true || (reason !== undefined && AGENT_REASONS.includes(reason))
