import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { fieldsBeside } from '../catalog/collect-tools'
import { isObject } from '../reading/parse-json'
import { type EntryTarget, listFormat, listUnder, skipForeign, skipHosted } from './list-format'

const TITLE = 'OpenAI tools'

/**
 * OpenAI's function tools: chat completions, responses with namespaces, and the functions that came
 * before tools.
 */
export const openai = listFormat({
  id: 'openai',
  title: TITLE,
  entriesOf: (value) =>
    isObject(value) && value.type === 'namespace'
      ? undefined
      : listUnder(value, ['tools', 'functions']),
  likeness(entry, isWhole) {
    if (!isObject(entry)) return 0
    if (entry.type === 'function') return isObject(entry.function) || 'name' in entry ? 0.95 : 0
    if (entry.type === 'namespace') return Array.isArray(entry.tools) ? 0.95 : 0
    if (!isLegacy(entry) || !isPlainSchema(entry.parameters)) return 0
    if ('parameters' in entry) return 0.5
    return isWhole ? 0 : 0.29
  },
  read: readEntry,
})

function readEntry(entry: JsonValue, target: NamespaceTarget): void {
  if (!isObject(entry)) return skipForeign(entry, target, TITLE)
  // Namespaces do not nest.
  if (entry.type === 'namespace' && Array.isArray(entry.tools) && !target.namespace) {
    return readNamespace(entry, entry.tools, target)
  }
  if (entry.type === 'function') {
    const chat = isObject(entry.function) ? entry.function : undefined
    return addTool(chat ?? entry, { entry, shape: chat ? 'chat' : 'responses' }, target)
  }
  if (entry.type === 'custom') return addCustom(entry, target)
  if (typeof entry.type === 'string') return skipHosted(entry.type, target)
  if (isLegacy(entry)) return addTool(entry, { entry, shape: 'legacy' }, target)
  skipForeign(entry, target, TITLE)
}

const isLegacy = (entry: JsonObject): boolean =>
  entry.type === undefined &&
  'name' in entry &&
  ('parameters' in entry || 'description' in entry) &&
  !['input_schema', 'inputSchema', 'parametersJsonSchema'].some((key) => key in entry)

const isPlainSchema = (schema: JsonValue | undefined): boolean =>
  schema === undefined || (isObject(schema) && (schema.type === 'object' || 'properties' in schema))

interface Written {
  entry: JsonObject
  /** Which of OpenAI's shapes the entry has: export needs it to write the same again. */
  shape: 'chat' | 'responses' | 'legacy'
}

interface NamespaceTarget extends EntryTarget {
  /** The namespace without its tools. */
  namespace?: JsonObject
}

const KNOWN = new Set(['name', 'description', 'parameters', 'type', 'strict', 'defer_loading'])
const KNOWN_AROUND = new Set(['type', 'function', 'custom', 'defer_loading', 'namespace'])

function addTool(
  definition: JsonObject,
  { entry, shape }: Written,
  { where, server, tools, namespace }: NamespaceTarget,
): void {
  const { name, description, parameters } = definition
  const around = definition === entry ? [] : fieldsBeside(entry, KNOWN_AROUND)
  const unknownFields = [...fieldsBeside(definition, KNOWN), ...around]
  const context = { shape, ...(namespace && { namespace }) }
  tools.add({ name, server, description, parameters, entry, context, where, unknownFields })
}

/** A custom tool takes free text instead of arguments. */
function addCustom(entry: JsonObject, target: NamespaceTarget): void {
  const chat = isObject(entry.custom) ? entry.custom : undefined
  const parameters = {
    type: 'object',
    properties: { input: { type: 'string' } },
    required: ['input'],
  }
  const shape = chat ? 'chat' : 'responses'
  addTool({ ...(chat ?? entry), parameters }, { entry, shape }, target)
}

function readNamespace(entry: JsonObject, inner: JsonValue[], target: EntryTarget): void {
  const { tools: _tools, ...namespace } = entry
  const server = typeof entry.name === 'string' ? entry.name : target.server
  for (const [index, tool] of inner.entries()) {
    const where = `${target.where}, tool ${index + 1}`
    readEntry(tool, { ...target, where, server, namespace })
  }
}
