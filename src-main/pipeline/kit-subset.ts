import type { ToolId } from '../domain/tool/tool'
import type { Admitted, Kit, ToolFilter } from './kit'

/** Some tools of a catalog. */
export interface ToolSubset {
  /** Tells it from all other subsets of the same catalog. */
  key: string
  tools: ReadonlySet<ToolId>
}

/**
 * The kit as if its catalog held these tools alone: no other is found, and none counts in how rare
 * words are. What is learned from past or golden queries stays what the whole catalog teaches.
 */
export const holding = (kit: Kit, subset: ToolSubset): Kit => ({
  ...kit,
  whole: kit.whole ?? kit,
  among: (filter) => within(kit.among(filter), subset),
})

function within({ key, tools: passed }: Admitted, subset: ToolSubset): Admitted {
  // The subset itself where a filter lets all through: what is worked out for a set is kept with
  // it.
  const tools = passed
    ? new Set([...subset.tools].filter((tool) => passed.has(tool)))
    : subset.tools
  return {
    key: `${key} of ${subset.key}`,
    tools,
    size: tools.size,
    prepare: () => Promise.resolve(tools),
  }
}

/** The tools that may leave, but for some. @param all those that the catalog holds */
export function lackingTools(
  among: Admitted,
  tools: readonly ToolId[],
  all: ReadonlyMap<ToolId, unknown>,
): Admitted {
  const left = new Set(among.tools ?? all.keys())
  for (const tool of tools) left.delete(tool)
  return {
    key: `${among.key} without ${JSON.stringify(tools)}`,
    tools: left,
    size: left.size,
    prepare: () => Promise.resolve(left),
  }
}

/**
 * The kit as if its catalog lacked some tools: none of them is found, and none counts in how rare
 * words are.
 */
export const lacking = (kit: Kit, tools: readonly ToolId[]): Kit => ({
  ...kit,
  whole: kit.whole ?? kit,
  among: (filter: ToolFilter) => lackingTools(kit.among(filter), tools, kit.tools),
})
