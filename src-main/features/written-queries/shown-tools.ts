import type { ToolShown } from './shared/answers'
import { parametersOf } from '../../domain/tool/schema-parameters'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { ToWriteFor } from '../../pipeline/prompts/write-queries'
import type { Catalog } from '../../app/workspaces/catalog'

/** A tool as the window shows it beside a query. */
export function shownTool(catalog: Catalog, id: ToolId): ToolShown {
  if (!catalog.has(id)) return { id, name: id, description: '', isGone: true }
  const { tool, layer } = catalog.tool(id)
  return { id, name: tool.name, description: toAgents({ tool, layer }), isGone: false }
}

/**
 * A tool as a model is shown it that writes queries or judges them: what agents are sent. What its
 * author wrote to make it found stays out, for that is what the queries measure.
 */
export const toWriteFor = (entry: CatalogTool): ToWriteFor => ({
  name: entry.tool.name,
  description: toAgents(entry),
  parameters: parametersOf(entry.tool.parameters)
    .parameters.filter(({ level }) => level === 1)
    .map(({ name, description }) => ({ name, description })),
})

const toAgents = ({ tool, layer }: CatalogTool): string =>
  layer.modelDescription ?? tool.description
