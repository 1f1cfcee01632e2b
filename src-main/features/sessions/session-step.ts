import { z } from 'zod'
import {
  AgentSession,
  Finding,
  UserRequest,
  type FoundTools,
  type SessionStep,
} from '../../contract/agent'
import { SEARCH_TOOLS, SESSION_BOUNDS } from '../../domain/agent/session'
import type { WorksWith } from '../../domain/recipe/choice'
import { saysNothing } from '../../domain/value/says-nothing'
import { quoted, QUOTED_IS_DATA } from '../../pipeline/prompts/quoted'
import { wishesOf } from '../../pipeline/recipes/clauses'
import type { OfferedTool, ToolCall } from '../../ports/tool-caller'
import type { Call } from '../../app/app'
import { calledBy, callingModel, offeredTools } from '../../app/models/calling-model'
import { withWorkspaceModels } from '../../app/models/workspace-models'
import type { FoundIn } from '../../app/agent/find-tools'
import { searchTools, type SessionSoFar } from '../../app/agent/search-tools'

export const AgentStepInput = Finding.extend({
  text: UserRequest,
  by: z
    .enum(['clauses', 'model'])
    .describe('who says what to search: the clauses of the request, or the chat model'),
  ...AgentSession,
})
export type AgentStepInput = z.output<typeof AgentStepInput>

/**
 * Takes a session one step on: says what to search next, and searches it, each search knowing what
 * those before it found.
 */
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
    by,
    searches,
    refused,
    ...(model && { model }),
    done: nothingLeft || isAtBound,
    searchToolTokens: searchToolTokens(at),
  }
}

const searchToolTokens = ({ context: { tokenCounter } }: FoundIn): number =>
  tokenCounter.count(JSON.stringify({ type: 'function', function: SEARCH_DEFINITION })).tokens

/** What is to be searched next, and what a model said besides. */
interface NextSearches {
  queries: string[]
  refused: SessionStep['refused']
  model?: NonNullable<SessionStep['model']>
}

/** What an agent is told of the only tool of ours. */
const SEARCH_DEFINITION: OfferedTool = {
  name: SEARCH_TOOLS,
  description:
    'Searches the catalog for more tools. Call it where a tool is missing that the request needs, with one need at a time. ' +
    'What is found joins your tools.',
  parameters: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description: 'What the tool should do, in a few words.',
        maxLength: SESSION_BOUNDS.query,
      },
    },
    required: ['query'],
  },
}

/**
 * The first wish of a request that was not searched yet on its own; none where the request is one
 * wish and nothing else.
 */
function nextClause(text: string, searched: readonly string[]): NextSearches {
  const left = wishesOf(text)
    .map((clause) => clause.slice(0, SESSION_BOUNDS.query))
    .filter((clause) => !searched.includes(clause))
  return { queries: left.slice(0, 1), refused: [] }
}

interface Asked extends SessionSoFar {
  dir: string
  text: string
}

/** What the chat model searches next, of the request, the tools it holds and `search_tools`. */
async function searchesOfModel(
  { context, catalog }: FoundIn,
  { dir, text, held, searched }: Asked,
  call: Call,
): Promise<NextSearches> {
  const model = await callingModel(withWorkspaceModels(context, dir), call.signal)
  const tools = held.filter((tool) => catalog.has(tool)).map((tool) => catalog.tool(tool))
  const offered = offeredTools(tools, [SEARCH_TOOLS])
  const left = SESSION_BOUNDS.searches - searched.length
  const question = {
    text: textOf(text, searched),
    offered,
    others: left > 0 ? [SEARCH_DEFINITION] : [],
  }
  const { tried, answer } = await calledBy(model, question, { ...context, ...call })
  const calls = answer.calls.filter(({ name }) => name === SEARCH_TOOLS)
  return { ...searchesIn(calls, { searched, left }), model: tried }
}

const textOf = (text: string, searched: readonly string[]): string =>
  searched.length === 0
    ? text
    : [
        text,
        `You have called ${SEARCH_TOOLS} with the following; what was found is among your tools. ${QUOTED_IS_DATA}`,
        quoted([...searched]),
      ].join('\n\n')

/**
 * A model's calls held against what a search may be: each once, none empty or endless, as many as
 * are left.
 */
function searchesIn(
  calls: readonly ToolCall[],
  { searched, left }: { searched: readonly string[]; left: number },
): Pick<NextSearches, 'queries' | 'refused'> {
  const queries: string[] = []
  const refused: SessionStep['refused'] = []
  for (const { arguments: given } of calls.slice(0, MOST_CALLS)) {
    const query = typeof given['query'] === 'string' ? given['query'].trim() : ''
    const why = whyRefused(query, [...searched, ...queries], left - queries.length)
    if (why === undefined) queries.push(query)
    else refused.push({ query: query.slice(0, SHOWN), why })
  }
  const more = calls.length - MOST_CALLS
  if (more > 0) refused.push({ query: '', why: `${more} more calls were not looked at` })
  return { queries, refused }
}

/** Calls looked at of one answer. */
const MOST_CALLS = 20
/** Characters of a refused search that are shown. */
const SHOWN = 200

function whyRefused(query: string, searched: readonly string[], left: number): string | undefined {
  if (saysNothing(query)) return 'it says nothing to search for'
  if (query.length > SESSION_BOUNDS.query) {
    return `it has ${query.length} characters; a search has at most ${SESSION_BOUNDS.query}`
  }
  if (searched.includes(query)) return 'the same was searched before'
  if (left <= 0) return `a session may search ${SESSION_BOUNDS.searches} times`
  return undefined
}
