import { changedByHand } from '../domain/tool/hand-fields'
import { withoutHiddenTexts } from '../domain/value/clean-texts'
import { isJsonObject, named } from '../domain/value/json'
import type { CatalogTool, JsonObject, JsonValue, Tool } from '../domain/tool/tool'
import type { ExportOptions } from './export-format'
import type { Definition } from './definition-rules'
import { mendedSchema, type Additions } from './mended-schema'

/**
 * What was written by hand, the author's layer and the names wanted change in an exported
 * definition; absent parts stay as imported.
 */
interface AuthorEdits {
  name?: string
  description?: string
  /** By parameter name. */
  parameters?: Record<string, string>
  /** In place of the parameters. */
  schema?: JsonObject
}

export function authorEdits(entry: CatalogTool, options: ExportOptions): AuthorEdits {
  const { tool, layer } = entry
  const { modelDescription, parameters } = layer
  const retrieval = options.withAuthorLayer
    ? { description: retrievalDescription(entry), parameters }
    : {}
  const byHand = handEdits(tool)
  const name = options.names?.get(tool.id) ?? byHand.name
  const described = modelDescription ?? retrieval.description ?? byHand.description
  return { ...byHand, ...retrieval, name, description: described }
}

/**
 * What the author says of a tool to have it found, for formats that have one text for it; undefined
 * where that is nothing.
 */
function retrievalDescription({ tool, layer }: CatalogTool): string | undefined {
  const { description, whenToUse, limits } = layer
  if (!whenToUse && !limits) return description
  return [
    description ?? tool.description,
    ...(whenToUse ? [`When to use it: ${whenToUse}`] : []),
    ...(limits ? [`What it does not do: ${limits}`] : []),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

/** What was written by hand in place of what was imported. */
export function handEdits(tool: Tool): AuthorEdits {
  const { name, description, parameters } = tool
  const edited = new Set(changedByHand(tool))
  return {
    ...(edited.has('name') && { name }),
    ...(edited.has('description') && { description }),
    ...(edited.has('parameters') && { schema: parameters }),
  }
}

/** Which keys of a definition hold its description and its parameters. */
interface DefinitionKeys {
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
  if (edits.name !== undefined) edited.name = edits.name
  if (edits.description !== undefined) edited[description] = edits.description
  if (edits.schema) edited[parameters] = edits.schema
  const schema = edited[parameters]
  if (edits.parameters && isJsonObject(schema)) {
    edited[parameters] = describeParameters(schema, edits.parameters)
  }
  return edited
}

/** The schema with descriptions of the parameters it has; other names are passed over. */
function describeParameters(schema: JsonObject, descriptions: Record<string, string>): JsonObject {
  const { properties } = schema
  if (!isJsonObject(properties)) return schema
  const described = Object.entries(properties).map(([name, about]) => {
    const description = named(descriptions, name)
    return [name, isJsonObject(about) && description ? { ...about, description } : about] as const
  })
  return { ...schema, properties: Object.fromEntries(described) }
}

/** `fields` with their schema as a provider takes it. */
export function mendParameters(
  fields: JsonObject,
  { parameters }: DefinitionKeys,
  additions: Additions = {},
): JsonObject {
  const schema = fields[parameters]
  if (!isJsonObject(schema)) return fields
  const { schema: mended } = mendedSchema(schema, additions)
  return mended === schema ? fields : { ...fields, [parameters]: mended }
}

/** What there is to check of a definition, whatever its fields are called. */
export function definitionIn(fields: JsonObject, { parameters }: DefinitionKeys): Definition {
  const { name, description, [parameters]: schema } = fields
  return {
    name: typeof name === 'string' ? name : '',
    description: typeof description === 'string' ? description : '',
    schema: isJsonObject(schema) ? schema : undefined,
    strict: fields.strict === true,
    deferred: fields.defer_loading === true,
    cached: isJsonObject(fields.cache_control),
  }
}

/**
 * The entry a tool was imported from, where that was in `format`, without text that hides
 * in others: an agent would read it.
 */
export const entryIn = ({ tool }: CatalogTool, format: string): JsonObject | undefined =>
  tool.source.format === format && isJsonObject(tool.source.entry)
    ? withoutHiddenTexts(tool.source.entry)
    : undefined

/** `fields` without those that are undefined. */
export const definedFields = (fields: Record<string, JsonValue | undefined>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
