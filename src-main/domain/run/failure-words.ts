import { count, queryCount } from '../measure/figures'
import { atCutoffText } from '../measure/measure-text'
import { stageTitle } from '../trace/stage-title'
import { plainText } from '../value/plain-text'
import type {
  AgentFailure,
  AgentFailureReason,
  AgentReport,
  FailureCount,
  FailureFilter,
  FailureReason,
  FailureReport,
  LostBy,
} from './failure'

/** What became of a golden tool, in a few words. */
export const REASON_WORDS: Readonly<Record<FailureReason | AgentFailureReason, string>> = {
  found: 'given',
  cut: 'cut at k',
  'below-depth': 'below the search depth',
  dropped: 'dropped by a later step',
  'no-shared-word': 'shares no word with the query',
  'never-found': 'never found',
  filtered: 'filtered out',
  'not-in-catalog': 'not in the catalog',
  'not-given': 'not given, reason unknown',
  'found-today': 'given on today’s catalog',
  'not-called': 'given, but not called',
  'wrong-arguments': 'right tool, wrong arguments',
}

/** What each class of failure means, and what helps. */
export const REASON_MEANINGS: Readonly<
  Record<Exclude<FailureReason, 'found'> | AgentFailureReason, string>
> = {
  cut: 'The tool is ranked below k. A larger k helps, or texts that set it apart from the tools ranked above it.',
  'below-depth':
    'A search ranked the tool below its depth, so it was not passed on. A larger depth helps, or words of such queries in the tool’s texts.',
  dropped: 'A search found the tool, and a later step dropped it.',
  'no-shared-word':
    'No search found the tool, and its document shares no word with the query. Questions as users ask them help.',
  'never-found': 'No search found the tool, reason unknown.',
  filtered: 'The recipe’s filters remove the tool before ranking.',
  'not-in-catalog': 'The tool is not in today’s catalog.',
  'not-given': 'The tool was not given. To find out why, the model would have to be asked again.',
  'found-today':
    'The run missed the tool, but re-run on today’s catalog the query gets it. What changed is unknown.',
  'not-called':
    'The agent was given the tool, and called another one or none. Fewer tools help, or a description that sets it apart.',
  'wrong-arguments':
    'The agent called the tool with missing or wrong arguments. Parameter descriptions help, or a larger model.',
}

/** The classes of what the run did not give, and of what an agent that was given it failed. */
export const classesOf = ({ classes, agent }: FailureReport): FailureCount[] => [
  ...classes,
  ...(agent?.classes ?? []),
]

/** A class of failure in a few words; of what a step dropped, what that step does. */
export const classTitle = ({
  reason,
  by,
}: {
  reason: FailureReason | AgentFailureReason
  by?: LostBy | undefined
}): string => (by ? `dropped: ${by.why ?? stageTitle(by.stage)}` : REASON_WORDS[reason])

export const classMeaning = ({ reason }: Pick<FailureCount, 'reason'>): string =>
  REASON_MEANINGS[reason]

/** How many queries a class has, and of how many tools more is known. */
export function classDetail({ reason, queries, noSharedWord }: FailureCount): string {
  const words =
    noSharedWord > 0 && reason !== 'no-shared-word'
      ? `; ${count(noSharedWord)} of the tools ${noSharedWord === 1 ? 'shares' : 'share'} no word with the query`
      : ''
  return `in ${queryCount(queries)}${words}`
}

/** Where a golden tool stands, and what became of it. */
interface Place {
  rank?: number | undefined
  reason: FailureReason
  by?: LostBy | undefined
  noSharedWord?: true | undefined
  agent?: Omit<AgentFailure, 'tool'> | undefined
}

/** What became of a golden tool; of what an agent failed, what it called instead. */
export const placeReason = ({ agent, ...place }: Pick<Place, 'reason' | 'by' | 'agent'>): string =>
  agent ? agentFailureText(agent) : classTitle(place)

/** The same with its place: `#22, cut at k, shares no word with the query`. */
export const placeText = ({ rank, noSharedWord, ...place }: Place): string =>
  [
    ...(rank === undefined ? [] : [`#${rank}`]),
    placeReason(place),
    ...(noSharedWord && place.reason !== 'no-shared-word' ? [REASON_WORDS['no-shared-word']] : []),
  ].join(', ')

/** What a run misses at one k, in a sentence. */
export function failureSentence(
  label: string,
  { failed, queries, missing, k }: FailureReport,
): string {
  const run = `${label} ${atCutoffText(k)} misses`
  return failed === 0
    ? `${run} no right tool in any of its ${queryCount(queries)}.`
    : `${run} ${count(missing)} right ${missing === 1 ? 'tool' : 'tools'} in ${count(failed)} of ${queryCount(queries)}.`
}

/** What the classes are true of, in a sentence; nothing where no query was re-run. */
export function basisSentence({
  asksModel,
  askedAgain,
  differing,
  sameCatalog,
}: FailureReport): string {
  if (asksModel) {
    return 'The recipe asks a model, so nothing is re-run: of many tools it is known only that they are missing.'
  }
  if (askedAgain === 0) return ''
  const on = sameCatalog
    ? 'the catalog that was measured'
    : 'today’s catalog, which may not be the one that was measured'
  const others = differing
    ? ` ${count(differing)} of them ${differing === 1 ? 'gets' : 'get'} other tools now.`
    : ''
  return `Re-ran ${queryCount(askedAgain)} on ${on}.${others}`
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

/** What is said where no agent was given what a run gave; how to do that, the host adds. */
export const NO_AGENT_RUN =
  'An agent run with these tools shows whether the model calls the right ones, with the right arguments.'

/** What an agent made of one tool: `given, but not called: the model called listOrders`. */
export const agentFailureText = ({
  reason,
  called,
  why,
  rightAlone,
}: Omit<AgentFailure, 'tool'>): string => {
  const instead = called.length > 0 ? called.map(plainText).join(', ') : 'no other tool'
  const detail = reason === 'not-called' ? `the model called ${instead}` : why
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
