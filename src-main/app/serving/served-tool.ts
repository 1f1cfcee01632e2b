import type { AnswerTool } from '../../answers/answer-parts'
import { modelDescriptionOf } from '../../domain/tool/catalog-tool'
import type { ToolId } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'
import type { ToolNaming } from './tool-naming'

/** A tool as an agent is given it in full. */
export function servedTool(
  catalog: Pick<Catalog, 'tool'>,
  id: ToolId,
  { nameOf }: ToolNaming,
): AnswerTool {
  const entry = catalog.tool(id)
  return {
    name: nameOf(id),
    description: modelDescriptionOf(entry),
    inputSchema: entry.tool.parameters,
  }
}
