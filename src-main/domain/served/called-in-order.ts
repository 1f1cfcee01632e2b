import type { ToolId } from '../tool/tool'
import { SESSION_ENDS_MS } from './follow-up'
import type { ServedRequest } from './request'

/** What an agent called in one session. */
export interface CalledInOrder {
  /** What it searched for, the first first; none where it did not search. */
  queries: string[]
  /** Called without a fault, each where it was called first. */
  tools: ToolId[]
}

/**
 * What agents called in each session, in order.
 * @param requests oldest first
 */
export function calledInOrder(requests: readonly ServedRequest[]): CalledInOrder[] {
  const all: CalledInOrder[] = []
  const open = new Map<string, { called: CalledInOrder; lastMs: number }>()
  for (const { at, session, did, query, tools, fault } of requests) {
    const atMs = Date.parse(at)
    const known = open.get(session)
    const called: CalledInOrder =
      known && atMs - known.lastMs <= SESSION_ENDS_MS ? known.called : { queries: [], tools: [] }
    if (called !== known?.called) all.push(called)
    open.set(session, { called, lastMs: atMs })
    if (did === 'search' && query !== undefined) called.queries.push(query)
    if (did !== 'call' || fault !== undefined) continue
    for (const tool of tools) if (!called.tools.includes(tool)) called.tools.push(tool)
  }
  return all.filter(({ tools }) => tools.length > 0)
}
