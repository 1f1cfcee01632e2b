import type { ToolId } from '../../domain/tool'

/** Where texts lead that are asked as if they were queries: how near to one tool, and to which other one nearest. */
export interface NearestTool {
  asked: number
  /** The mean of one by the tool's place, 0 … 1. */
  own: number
  nearer?: { tool: ToolId; near: number; texts: number }
}

/** @param found the first tools that each text finds, in order */
export function nearestTool(found: readonly (readonly ToolId[])[], tool: ToolId): NearestTool {
  const near = new Map<ToolId, { near: number; texts: number }>()
  for (const tools of found) {
    const ownPlace = placeIn(tools, tool)
    for (const [at, other] of tools.entries()) {
      const known = near.get(other) ?? { near: 0, texts: 0 }
      known.near += 1 / (at + 1) / found.length
      if (at + 1 < ownPlace) known.texts++
      near.set(other, known)
    }
  }
  near.delete(tool)
  const [nearest] = [...near].sort((a, b) => b[1].near - a[1].near || (a[0] < b[0] ? -1 : 1))
  return {
    ...{ asked: found.length, own: nearness(found, tool) },
    ...(nearest && { nearer: { tool: nearest[0], ...nearest[1] } }),
  }
}

/** How near texts lead to one tool: the mean of one by its place, 0 … 1. */
export const nearness = (found: readonly (readonly ToolId[])[], tool: ToolId): number =>
  found.reduce((sum, tools) => sum + 1 / placeIn(tools, tool), 0) / (found.length || 1)

const placeIn = (tools: readonly ToolId[], tool: ToolId): number =>
  tools.indexOf(tool) + 1 || Infinity
