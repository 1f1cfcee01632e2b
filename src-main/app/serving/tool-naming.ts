import { toolId, type CatalogTool, type ToolId } from '../../domain/tool/tool'
import { toolNameIndex } from '../../domain/tool/tool-name-index'

/** How served tools are called, and which tools a name means. */
export interface ToolNaming {
  /** The tool's own name, or its id where another tool has the same. */
  nameOf(id: ToolId): string
  /** The tools of this name or id, whichever way it is written; none where no tool has it. */
  called(name: string): readonly ToolId[]
}

/** How some tools are called. Every one of them is read. */
export function toolNaming(tools: readonly CatalogTool[]): ToolNaming {
  const index = toolNameIndex()
  /** How many tools have a name, or an id that is that name. */
  const counts = new Map<string, number>()
  const nameById = new Map<ToolId, string>()
  for (const { tool } of tools) {
    const { id, name, server } = tool
    nameById.set(id, name)
    index.add(id, new Set([id, toolId(name, server)]))
    for (const each of new Set([id, name])) counts.set(each, (counts.get(each) ?? 0) + 1)
  }
  return {
    called: (name) => index.called(name),
    nameOf(id) {
      const name = nameById.get(id) ?? id
      return (counts.get(name) ?? 0) > 1 ? id : name
    },
  }
}
