import {
  Finding,
  UserRequest,
  AgentSession,
  type FoundTools,
  type SessionStep,
} from '../../contract/agent'
import { SESSION_BOUNDS } from '../../domain/agent/session'
import type { WorksWith } from '../../domain/recipe/choice'
import type { Call } from '../app'
import type { FoundIn } from './find-tools'
import { nextClause, SEARCH_DEFINITION, searchesOfModel } from './next-searches'
import { searchTools } from './search-tools'
import { z } from 'zod'

export const AgentStepInput = Finding.extend({
  text: UserRequest,
  by: z
    .enum(['clauses', 'model'])
    .describe('who says what to search: the clauses of the request, or the chat model'),
  ...AgentSession,
})
export type AgentStepInput = z.output<typeof AgentStepInput>

/** Takes a session one step on: says what to search next, and searches it, each search knowing what those before it found. */
export async function sessionStep(
  at: FoundIn,
  input: AgentStepInput & WorksWith,
  call: Call,
): Promise<SessionStep> {
  const { text, by, ...finding } = input
  const { queries, refused, model } =
    by === 'model' ? await searchesOfModel(at, input, call) : nextClause(text, finding.searched)
  const held = [...finding.held]
  const searched = [...finding.searched]
  const searches: FoundTools[] = []
  for (const query of queries) {
    const found = await searchTools(at, { ...finding, query, held, searched }, call)
    searches.push(found)
    held.push(...found.tools.map(({ tool }) => tool))
    searched.push(query)
  }
  const isAtBound = searches.some(({ bound }) => bound !== undefined)
  const nothingLeft =
    by === 'model'
      ? queries.length === 0
      : nextClause(text, searched).queries.length === 0 ||
        searched.length >= SESSION_BOUNDS.searches
  return {
    ...{ by, searches, refused },
    ...(model && { model }),
    done: nothingLeft || isAtBound,
    searchToolTokens: searchToolTokens(at),
  }
}

const searchToolTokens = ({ context: { tokenCounter } }: FoundIn): number =>
  tokenCounter.count(JSON.stringify({ type: 'function', function: SEARCH_DEFINITION })).tokens
