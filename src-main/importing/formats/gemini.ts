import type { JsonObject, JsonValue } from '../../domain/tool'
import { isObject } from '../reading/json-object'
import { geminiSchema } from './gemini-schema'
import { listFormat, listUnder, skipForeign, skipHosted } from './list-format'
import type { EntryTarget } from './list-format'

const TITLE = 'Gemini function declarations'
const LISTS = ['functionDeclarations', 'function_declarations']

/** Gemini's function declarations, in camel or snake case, bare or inside tools or a whole request. */
export const gemini = listFormat({
  id: 'gemini',
  title: TITLE,
  entriesOf: (value) => listUnder(value, LISTS) ?? listUnder(value, ['tools']),
  likeness(entry) {
    if (declarationsOf(entry)) return 0.95
    if (!isObject(entry) || !('name' in entry)) return 0
    if ('parametersJsonSchema' in entry || 'parameters_json_schema' in entry) return 0.95
    const isUpperCase = (schema: JsonValue | undefined) =>
      isObject(schema) && typeof schema.type === 'string' && /^[A-Z]+$/.test(schema.type)
    return isUpperCase(entry.parameters) || isUpperCase(entry.response) ? 0.9 : 0
  },
  read(entry, target) {
    const declarations = declarationsOf(entry)
    if (declarations) readDeclarations(declarations, target)
    else if (isObject(entry) && 'name' in entry) addTool(entry, target)
    else if (isObject(entry) && Object.keys(entry).length === 1) {
      skipHosted(Object.keys(entry).join(), target)
    } else skipForeign(entry, target, TITLE)
  },
})

const declarationsOf = (entry: JsonValue): JsonValue[] | undefined =>
  isObject(entry) ? listUnder(entry, LISTS) : undefined

function readDeclarations(declarations: JsonValue[], target: EntryTarget): void {
  for (const [index, declaration] of declarations.entries()) {
    const where = `${target.where}, declaration ${index + 1}`
    if (isObject(declaration)) addTool(declaration, { ...target, where })
    else skipForeign(declaration, { ...target, where }, TITLE)
  }
}

function addTool(entry: JsonObject, { where, server, tools }: EntryTarget): void {
  const parameters = schemaOf(entry, 'parameters')
  const response = schemaOf(entry, 'response')
  const { name, description } = entry
  tools.add({ name, server, description, parameters, response, entry, where })
}

/** The part's JSON Schema: given as such, or converted from Gemini's own Schema. */
function schemaOf(entry: JsonObject, part: 'parameters' | 'response'): JsonValue | undefined {
  const own = entry[part]
  const written = entry[`${part}JsonSchema`] ?? entry[`${part}_json_schema`]
  return written ?? (own === undefined ? undefined : geminiSchema(own))
}
