import type { AnswerTool } from '../../answers/answer-parts'
import { shownSchema } from '../../answers/own-parameters'
import { modelDescriptionOf } from '../../domain/tool/catalog-tool'
import type { ToolId } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'
import type { OwnParametersOf } from './own-parameters'
import type { ToolNaming } from './tool-naming'

/** A tool as an agent is given it in full. */
export function servedTool(
  catalog: Pick<Catalog, 'tool'>,
  id: ToolId,
  { naming: { nameOf }, own }: { naming: ToolNaming; own: OwnParametersOf },
): AnswerTool {
  const entry = catalog.tool(id)
  return {
    name: nameOf(id),
    description: modelDescriptionOf(entry),
    inputSchema: shownSchema(entry.tool.parameters, own(id)),
  }
}
