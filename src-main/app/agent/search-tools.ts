import type { FoundTools } from '../../contract/agent'
import { SESSION_BOUNDS } from '../../domain/agent/session'
import type { ToolId } from '../../domain/tool/tool'
import type { Call } from '../app'
import { findTools, type Finding, type FoundIn } from './find-tools'

/** What a session has come to. */
export interface SessionSoFar {
  held: readonly ToolId[]
  searched: readonly string[]
}

/** What an agent finds in mid-run, as far as the session's bounds let it. */
export async function searchTools(
  at: FoundIn,
  finding: Finding & SessionSoFar,
  call: Call,
): Promise<FoundTools> {
  const { found, bound } = await withinBounds(at, finding, {
    find: (within) => findTools(at, within, call),
    countOf: ({ tools }) => tools.length,
  })
  const { query } = finding
  return { ...(found ?? { ...NOTHING_FOUND, query }), ...(bound !== undefined && { bound }) }
}

/**
 * Finds as far as the session's bounds let it: at one of searches or of tools nothing is, and it is
 * said.
 */
export async function withinBounds<Found>(
  { catalog }: FoundIn,
  { searched, ...finding }: Finding & SessionSoFar,
  {
    find,
    countOf,
  }: { find: (finding: Finding) => Promise<Found>; countOf: (found: Found) => number },
): Promise<{ found?: Found; bound?: string | undefined }> {
  const held = finding.held.filter((tool) => catalog.has(tool))
  const room = SESSION_BOUNDS.tools - held.length
  const bound = boundReached(searched.length, room)
  if (bound !== undefined) return { bound }
  const found = await find({ ...finding, held })
  return { found, ...(countOf(found) === room && { bound: TOO_MANY_TOOLS }) }
}

const TOO_MANY_TOOLS = `The session holds ${SESSION_BOUNDS.tools} tools, the most there may be: go on with these.`

function boundReached(searches: number, room: number): string | undefined {
  if (searches >= SESSION_BOUNDS.searches) {
    return `The session has searched ${SESSION_BOUNDS.searches} times, the most it may: go on with the tools there are.`
  }
  return room <= 0 ? TOO_MANY_TOOLS : undefined
}

const NOTHING_FOUND: Omit<FoundTools, 'query'> = {
  tools: [],
  promptTokens: 0,
  latencyMs: 0,
  degraded: [],
}
