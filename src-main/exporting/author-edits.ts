import { named } from '../domain/by-name'
import type { CatalogTool, JsonObject, JsonValue } from '../domain/tool'
import type { ExportOptions } from './export-format'

/** What the author's layer changes in an exported definition; absent parts stay as imported. */
export interface AuthorEdits {
  description?: string
  /** By parameter name. */
  parameters?: Record<string, string>
}

export function authorEdits({ layer }: CatalogTool, options: ExportOptions): AuthorEdits {
  const { modelDescription, description, parameters } = layer
  const retrieval = options.withAuthorLayer ? { description, parameters } : {}
  return { ...retrieval, description: modelDescription ?? retrieval.description }
}

/** Which keys of a definition hold its description and its parameters. */
export interface DefinitionKeys {
  description?: string
  parameters: string
}

/** `definition` with the author's edits in place; unedited, the very same. */
export function applyEdits(
  definition: JsonObject,
  edits: AuthorEdits,
  { description = 'description', parameters }: DefinitionKeys,
): JsonObject {
  const edited = { ...definition }
  if (edits.description !== undefined) edited[description] = edits.description
  const schema = definition[parameters]
  if (edits.parameters && isObject(schema)) {
    edited[parameters] = describeParameters(schema, edits.parameters)
  }
  return edited
}

/** The schema with descriptions of the parameters it has; other names are passed over. */
function describeParameters(schema: JsonObject, descriptions: Record<string, string>): JsonObject {
  const { properties } = schema
  if (!isObject(properties)) return schema
  const described = Object.entries(properties).map(([name, about]) => {
    const description = named(descriptions, name)
    return [name, isObject(about) && description ? { ...about, description } : about] as const
  })
  return { ...schema, properties: Object.fromEntries(described) }
}

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entry a tool was imported from, where that was in `format`. */
export const entryIn = ({ tool }: CatalogTool, format: string): JsonObject | undefined =>
  tool.source.format === format && isObject(tool.source.entry) ? tool.source.entry : undefined

/** `fields` without those that are undefined. */
export const definedFields = (fields: Record<string, JsonValue | undefined>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
