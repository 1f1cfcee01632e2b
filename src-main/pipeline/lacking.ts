import type { ToolId } from '../domain/tool'
import type { Admitted, Kit, ToolFilter } from './kit'

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

/** The kit as if its catalog lacked some tools: none of them is found, and none counts in how rare words are. */
export const lacking = (kit: Kit, tools: readonly ToolId[]): Kit => ({
  ...kit,
  whole: kit.whole ?? kit,
  among: (filter: ToolFilter) => lackingTools(kit.among(filter), tools, kit.tools),
})
