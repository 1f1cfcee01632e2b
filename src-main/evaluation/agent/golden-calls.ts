import type { CallKind } from '../../domain/agent-run'
import type { GoldenQuery } from '../../domain/golden-set'
import type { ToolId } from '../../domain/tool'
import type { GoldenCall } from './call-score'
import { refersToCall } from './same-value'

/** The calls that are right for a query: those that the golden set says, and each other golden tool once, its arguments unknown. */
export function goldenCallsOf({ tools, calls = [] }: GoldenQuery): GoldenCall[] {
  const called = new Set(calls.map(({ tool }) => tool))
  const others = [...new Set(tools)].filter((tool) => !called.has(tool))
  return [...calls, ...others.map((tool) => ({ tool }))]
}

/** @param needs whether a tool needs what another gives, as the catalog says. */
export function callKindOf(
  calls: readonly GoldenCall[],
  needs: (tool: ToolId, other: ToolId) => boolean,
): CallKind {
  if (calls.length === 0) return 'none'
  if (calls.length === 1) return 'single'
  const refers = calls.some((call) => Object.values(call.arguments ?? {}).some(refersToCall))
  const isInTurn =
    refers || calls.some(({ tool }) => calls.some((other) => needs(tool, other.tool)))
  return isInTurn ? 'sequential' : 'parallel'
}
