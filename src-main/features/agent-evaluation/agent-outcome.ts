import type { AgentOutcome } from '../../domain/agent/run'
import type { GoldenQuery } from '../../domain/query/golden-set'
import type { ToolId } from '../../domain/tool/tool'
import {
  holdCalls,
  scoreOfQuery,
  callKindOf,
  goldenCallsOf,
  isRight,
  verdictOf,
  type MatchedCall,
} from '../../evaluation/agent/call-score'
import { graphOf } from '../../app/evaluation/ask'
import { agentText, askAgent, type AgentAnswer, type AskingAgent } from './ask-agent'

export interface AskingQueries extends AskingAgent {
  /** Tokens of a text, as the run's tokenizer counts. */
  tokensOf(text: string): number
}

/** A query, with the tools that it is asked with. */
export interface OfferedQuery {
  query: GoldenQuery
  tools: readonly ToolId[]
}

/**
 * Asks one query with the tools given, and again with the right ones alone where that tells why it
 * failed.
 */
export async function agentOutcome(
  asking: AskingQueries,
  { query, tools }: OfferedQuery,
  signal: AbortSignal,
): Promise<AgentOutcome> {
  const golden = goldenCallsOf(query)
  const right = [...new Set(golden.map(({ tool }) => tool))]
  const missing = right.filter((tool) => !tools.includes(tool))
  const text = agentText(query)
  const of = {
    id: query.id,
    text: query.text,
    ...(query.turns && { turns: query.turns }),
    kind: callKindOf(golden, needsIn(asking)),
    offered: tools.length,
    missing,
    estimatedTokens: promptEstimate(asking, query, tools),
  }
  const answer = await askAgent(asking, { text, tools }, signal)
  if ('tooLong' in answer) return { ...of, ...unasked(holdCalls(golden, []), answer.tooLong) }
  const { calls } = answer
  const held = holdCalls(golden, calls)
  const answered = { ...of, ...told(answer), expected: expectedOf(held) }
  if (answer.fault !== undefined) return { ...answered, verdict: 'cut' }
  const score = scoreOfQuery(held)
  const mayBeTooMany =
    golden.length > 0 && !isRight(score) && missing.length === 0 && tools.length > right.length
  const again = mayBeTooMany
    ? await askAgent(asking, { text, tools: inOrder(tools, right) }, signal)
    : undefined
  const alone = again && aloneOf(again, golden)
  return {
    ...answered,
    ...(held.length > 0 && { score }),
    verdict: verdictOf({ held, score, calls, missing, alone: alone?.alone?.score }),
    ...alone,
  }
}

/** Whether a tool needs what another gives, as the catalog says. */
export const needsIn = ({ catalog }: Pick<AskingAgent, 'catalog'>) => {
  const graph = graphOf(catalog)
  return (tool: ToolId, other: ToolId): boolean =>
    graph.dependencies(tool).some(({ on }) => on === other)
}

/** About how many tokens the prompt has: what is told, and each definition. */
export const promptEstimate = (
  { catalog, tokensOf }: Pick<AskingQueries, 'catalog' | 'tokensOf'>,
  query: GoldenQuery,
  tools: readonly ToolId[],
): number =>
  tools.reduce((sum, tool) => sum + catalog.promptTokens(tool).tokens, tokensOf(agentText(query)))

/** In the order in which they stood among all that were given. */
const inOrder = (tools: readonly ToolId[], right: readonly ToolId[]): ToolId[] =>
  tools.filter((tool) => right.includes(tool))

/** What it did with the right tools alone, or why nothing is known of that. */
function aloneOf(
  again: AgentAnswer | { tooLong: string },
  golden: Parameters<typeof holdCalls>[0],
): Pick<AgentOutcome, 'alone' | 'fault'> {
  const fault = 'tooLong' in again ? again.tooLong : again.fault
  if ('tooLong' in again || fault !== undefined)
    return { fault: `With the right tools alone: ${fault}` }
  const { calls } = again
  return { alone: { score: scoreOfQuery(holdCalls(golden, calls)), calls } }
}

const expectedOf = (held: readonly MatchedCall[]): AgentOutcome['expected'] =>
  held.map(({ golden, ...others }) => ({ ...golden, ...others }))

const told = ({ latencyMs, ...answer }: AgentAnswer) => ({ ...answer, latencyMs })

/**
 * A query whose tools are more than the model reads: nothing is called, so nothing of it is right.
 */
const unasked = (held: readonly MatchedCall[], why: string) => ({
  verdict: 'too-long' as const,
  ...(held.length > 0 && { score: scoreOfQuery(held) }),
  expected: expectedOf(held),
  calls: [],
  more: 0,
  dropped: 0,
  said: '',
  fault: why,
})
