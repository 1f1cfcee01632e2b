import { importedDependencies, importedTraits, storedTool, type StoredToolRow } from './stored-tool'
import { sortedInTurns } from '../value/sorted-in-turns'
import type {
  AuthorLayer,
  CatalogTool,
  Dependency,
  JsonObject,
  ToolId,
  ToolLayer,
  Visibility,
} from './tool'

/** Tools with their layers, by id. A layer whose tool is not there is left out. */
export async function catalogTools(
  tools: readonly StoredToolRow[],
  layers: readonly ToolLayer[],
): Promise<CatalogTool[]> {
  const layerOf = new Map<ToolId, AuthorLayer>(layers.map(({ tool, layer }) => [tool, layer]))
  const pause = () => new Promise(setImmediate)
  const sorted = await sortedInTurns(tools, (a, b) => (a.id < b.id ? -1 : 1), pause)
  const entries: CatalogTool[] = []
  for (const row of sorted) {
    entries.push(storedTool(row, layerOf.get(row.id) ?? {}))
    if (entries.length % AT_ONCE === 0) await pause()
  }
  return entries
}

/** Tools made before others have their turn: some ten milliseconds. */
const AT_ONCE = 16_384

export const tagsOf = (entry: CatalogTool): string[] =>
  entry.layer.tags ?? importedTraits(entry).tags

export const visibilityOf = (entry: CatalogTool): Visibility =>
  entry.layer.visibility ?? importedTraits(entry).visibility

export const serverOf = (entry: CatalogTool): string | undefined => importedTraits(entry).server

export const dependenciesOf = (entry: CatalogTool): readonly Dependency[] =>
  entry.layer.dependencies ?? importedDependencies(entry)

/** Whether the author changed anything: an empty layer reads as untouched. */
export const isEdited = (layer: AuthorLayer): boolean =>
  Object.values(layer).some((value) => value !== undefined)

/**
 * Whether anything of the tool was written here: its author's layer, its definition, or all of it.
 */
export const isWrittenHere = (entry: CatalogTool): boolean =>
  isEdited(entry.layer) || importedTraits(entry).isWrittenHere

/** The description that is searched: its author's, else that of the tool's definition. */
export const descriptionOf = ({ tool, layer }: CatalogTool): string =>
  layer.description ?? tool.description

/** What a model reads of the tool: never retrieval text. */
export const modelDescriptionOf = ({ tool, layer }: CatalogTool): string =>
  layer.modelDescription ?? tool.description

/** The tool as an agent is sent it: of its author's layer only what a model reads. */
export function asSent(entry: CatalogTool): CatalogTool {
  const { title: _, ...tool } = entry.tool
  return { tool: { ...tool, description: modelDescriptionOf(entry) }, layer: {} }
}

/**
 * The model-facing definition: what an agent is sent, in the shape of OpenAI's chat API. Of the
 * author's layer it holds the model-facing description alone, never retrieval text.
 */
export const definitionOf = (entry: CatalogTool): JsonObject => ({
  type: 'function',
  function: {
    name: entry.tool.name,
    description: modelDescriptionOf(entry),
    parameters: entry.tool.parameters,
  },
})
