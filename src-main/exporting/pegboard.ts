import { isEdited } from '../domain/tool/catalog-tool'
import { changedByHand } from '../domain/tool/hand-fields'
import { toolId, type CatalogTool, type JsonObject, type JsonValue } from '../domain/tool/tool'
import { parseExact } from '../domain/value/exact-json'
import { isJsonObject } from '../domain/value/json'
import { applyEdits, authorEdits, entryIn, handEdits } from './author-edits'
import { type ExportFormat, type ExportOptions, jsonText } from './export-format'

/**
 * Our own folder in one file: an object of path → content. With the author's layers it loses
 * nothing of a catalog.
 */
export const pegboard: ExportFormat = {
  id: 'pegboard',
  title: 'Pegboard folder in one file',
  extension: 'json',
  write(tools, options) {
    const servers = Map.groupBy(tools, serverKey)
    const folder: [string, JsonValue][] = [...servers.values()].map((own) => {
      const written = own.map((tool) => definition(tool, options))
      const about = own[0] ? aboutServer(own[0]) : {}
      return [`servers/${fileName(about)}.json`, { ...about, tools: written }]
    })
    const layers = tools.filter(({ layer }) => isEdited(layer))
    if (options.withAuthorLayer && layers.length > 0) {
      const byId = layers.map(({ tool, layer }): [string, JsonValue] => [tool.id, asJson(layer)])
      folder.push(['layers.json', Object.fromEntries(byId)])
    }
    return jsonText(Object.fromEntries(uniquePaths(folder)))
  },
}

const serverKey = (tool: CatalogTool): string => JSON.stringify(aboutServer(tool))

/** The server as its file describes it; null where the tool has none. */
function aboutServer({ tool }: CatalogTool): JsonObject {
  const { server } = tool.source.context ?? {}
  const isMoved = changedByHand(tool).includes('server')
  return isJsonObject(server) && !isMoved ? server : { server: tool.server ?? null }
}

const fileName = ({ server }: JsonObject): string =>
  (typeof server === 'string' && server.replace(/[^\p{L}\p{N}._-]+/gu, '-')) || 'tools'

function uniquePaths(folder: [string, JsonValue][]): [string, JsonValue][] {
  const taken = new Set<string>()
  return folder.map(([path, content]) => {
    let unique = path
    for (let number = 2; taken.has(unique); number += 1) {
      unique = path.replace(/\.json$/, `-${number}.json`)
    }
    taken.add(unique)
    return [unique, content]
  })
}

/**
 * Layers travel beside the tools when wanted; the model-facing description alone goes into the
 * definition.
 */
function definition(tool: CatalogTool, options: ExportOptions): JsonObject {
  const { id, name, server } = tool.tool
  const edits = options.withAuthorLayer ? handEdits(tool.tool) : authorEdits(tool, options)
  const written = applyEdits(entryIn(tool, 'pegboard') ?? built(tool), edits, {
    parameters: 'parameters',
  })
  // Layers and golden labels say this id, which name and server do not give.
  return id === toolId(name, server) ? written : { ...written, id }
}

/**
 * What is undefined is left out when the file is written: tens of thousands of tools are not copied
 * for that.
 */
function built({ tool }: CatalogTool): JsonObject {
  const { id: _id, server: _server, source: _source, imported: _imported, ...fields } = tool
  return fields
}

/** Without the fields that are undefined. */
const asJson = (value: object): JsonObject => parseExact(JSON.stringify(value)) as JsonObject
