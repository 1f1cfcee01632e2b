import { changedByHand } from '../domain/tool/hand-fields'
import type { CatalogTool, JsonObject } from '../domain/tool/tool'
import { isJsonObject } from '../domain/value/json'
import { applyEdits, authorEdits, definitionIn, entryIn, mendParameters } from './author-edits'
import {
  type CheckedFormat,
  type ExportFormat,
  type ExportOptions,
  jsonText,
} from './export-format'
import { additionsFor } from './mended-schema'
import { OPENAI, OPENAI_RESPONSES, type ProviderRules } from './provider-rules'

const KEYS = { parameters: 'parameters' }

/** What the chat shape knows of a function; the responses shape has more. */
const CHAT_FIELDS = ['name', 'description', 'parameters', 'strict']

const checkedBy = (rules: ProviderRules): CheckedFormat => ({
  rules,
  definition: (tool, options) => definitionIn(definitionOf(tool, options).fields, KEYS),
})

export const openaiChat: ExportFormat = {
  id: 'openai',
  title: 'OpenAI tools (chat completions)',
  extension: 'json',
  checked: checkedBy(OPENAI),
  switches: ['strict'],
  write: (tools, options) => jsonText(tools.map((tool) => chatTool(tool, options))),
}

/**
 * Tools of a server go into a namespace of its name, so that names stay apart. Deferred are the
 * tools in it, not the namespace: developers.openai.com/api/docs/guides/tools-tool-search (seen
 * 2026-11).
 */
export const openaiResponses: ExportFormat = {
  id: 'openai-responses',
  title: 'OpenAI tools (responses)',
  extension: 'json',
  checked: checkedBy(OPENAI_RESPONSES),
  switches: ['strict', 'deferLoading'],
  write: (tools, options) =>
    jsonText([
      ...groupByNamespace(tools, options),
      ...(options.deferLoading ? [{ type: 'tool_search' }] : []),
    ]),
}

export const openaiFunctions: ExportFormat = {
  id: 'openai-functions',
  title: 'OpenAI functions (legacy)',
  extension: 'json',
  checked: checkedBy(OPENAI),
  write: (tools, options) => jsonText(tools.map((tool) => writtenOf(tool, options).fields)),
}

/** A tool's definition, and the entry it was in where it came from OpenAI's format. */
interface OpenAiDefinition {
  kind: 'function' | 'custom'
  fields: JsonObject
  entry?: JsonObject
  shape?: 'chat' | 'responses' | 'legacy'
}

function definitionOf(tool: CatalogTool, options: ExportOptions): OpenAiDefinition {
  const edits = authorEdits(tool, options)
  const entry = entryIn(tool, 'openai')
  const kind = entry?.type === 'custom' ? 'custom' : 'function'
  const edited = (fields: JsonObject) => ({
    ...applyEdits(fields, edits, KEYS),
    // Custom tools take text, which no schema describes.
    ...(options.strict && kind === 'function' && { strict: true }),
    ...(options.deferLoading && { defer_loading: true }),
  })
  if (!entry) {
    const { name, description, parameters } = tool.tool
    return { kind, fields: edited({ name, description, parameters }) }
  }
  const inner = entry[kind]
  if (isJsonObject(inner)) return { kind, fields: edited(inner), entry, shape: 'chat' }
  const { type, ...fields } = entry
  const shape = type === undefined ? 'legacy' : 'responses'
  return { kind, fields: edited(fields), entry, shape }
}

/** The same with its schema as the provider takes it. */
function writtenOf(tool: CatalogTool, options: ExportOptions): OpenAiDefinition {
  const definition = definitionOf(tool, options)
  const additions = additionsFor(OPENAI.additions, definition.fields.strict === true)
  return { ...definition, fields: mendParameters(definition.fields, KEYS, additions) }
}

function chatTool(tool: CatalogTool, options: ExportOptions): JsonObject {
  const { kind, fields, entry, shape } = writtenOf(tool, options)
  if (shape === 'chat') return { ...entry, [kind]: fields }
  if (shape !== 'responses' || kind === 'custom') return { type: kind, [kind]: fields }
  const known = Object.entries(fields).filter(([key]) => CHAT_FIELDS.includes(key))
  return { type: kind, [kind]: Object.fromEntries(known) }
}

function responsesTool(tool: CatalogTool, options: ExportOptions): JsonObject {
  const { kind, fields, entry, shape } = writtenOf(tool, options)
  if (shape === 'responses') return { ...entry, ...fields }
  if (shape !== 'chat') return { type: kind, ...fields }
  const { type: _type, [kind]: _inner, ...beside } = entry ?? {}
  return { type: kind, ...fields, ...beside }
}

function groupByNamespace(tools: CatalogTool[], options: ExportOptions): JsonObject[] {
  const list: JsonObject[] = []
  const inside = new Map<string, JsonObject[]>()
  for (const tool of tools) {
    const namespace = namespaceOf(tool)
    const definition = responsesTool(tool, options)
    const key = JSON.stringify(namespace)
    const group = namespace && inside.get(key)
    if (group) group.push(definition)
    else if (namespace) {
      const started = [definition]
      inside.set(key, started)
      list.push({ ...namespace, tools: started })
    } else list.push(definition)
  }
  return list
}

/** The namespace as imported, or one made from the tool's server. */
function namespaceOf({ tool }: CatalogTool): JsonObject | undefined {
  const { namespace, server } = tool.source.context ?? {}
  if (isJsonObject(namespace) && !changedByHand(tool).includes('server')) return namespace
  if (tool.server === undefined) return undefined
  const about =
    isJsonObject(server) && typeof server.description === 'string' ? server.description : ''
  const description = about || `Tools of ${tool.server}.`
  return { type: 'namespace', name: tool.server, description }
}
