import type { CatalogTool, ToolId } from '../../domain/tool/tool'

/** How served tools are called, and which tools a name means. */
export interface ToolNaming {
  /** The tool's own name, or its id where another tool has the same. */
  nameOf(id: ToolId): string
  /**
   * The tools of this name or id, in the case it is written in, else in any; none where no tool has
   * it.
   */
  called(name: string): readonly ToolId[]
}

/** How some tools are called. Every one of them is read. */
export function toolNaming(tools: readonly CatalogTool[]): ToolNaming {
  const exact = new Map<string, ToolId[]>()
  const anyCase = new Map<string, ToolId[]>()
  const nameById = new Map<ToolId, string>()
  const add = (to: Map<string, ToolId[]>, name: string, id: ToolId) => {
    const ids = to.get(name)
    if (!ids) to.set(name, [id])
    else if (!ids.includes(id)) ids.push(id)
  }
  for (const entry of tools) {
    const { id, name } = entry.tool
    nameById.set(id, name)
    for (const each of [id, name]) {
      add(exact, each, id)
      add(anyCase, each.toLowerCase(), id)
    }
  }
  const called = (name: string) => exact.get(name) ?? anyCase.get(name.toLowerCase()) ?? []
  return {
    called,
    nameOf(id) {
      const name = nameById.get(id) ?? id
      return (exact.get(name)?.length ?? 0) > 1 ? id : name
    },
  }
}
