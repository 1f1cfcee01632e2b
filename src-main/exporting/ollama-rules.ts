import type { JsonObject, JsonValue } from '../domain/tool/tool'
import { isJsonObject } from '../domain/value/json'
import { breach, TOP, type DefinitionRule } from './definition-rules'

/*
 * Ollama reads a tool into types of its own (api/types.go: ToolFunctionParameters, ToolProperty)
 * and shows the model what they hold. What they have no field for is gone without a word:
 * github.com/ollama/ollama/issues/11444 (2025-07, open). Parameters of parameters are kept since
 * github.com/ollama/ollama/pull/13508 (2025-12). The fields are those that a server of v0.32.15
 * (2026-08) put into its prompt, seen 2026-11. `items` and `$defs` are shown whole, whatever is in
 * them.
 */
const AT_TOP = new Set(['type', '$defs', 'items', 'required', 'properties'])
const BELOW = new Set(['anyOf', 'type', 'items', 'description', 'enum', 'properties', 'required'])

/** What tells a model nothing that the rest does not. */
const IDLE = new Set(['$schema', '$id', '$comment', 'title', '$ref'])
const isIdle = (keyword: string, value: JsonValue | undefined): boolean =>
  IDLE.has(keyword) || (keyword === 'additionalProperties' && !isJsonObject(value))

interface Read {
  node: JsonValue
  path: string[]
}

/** What Ollama reads field by field: the parameters, theirs, and the alternatives of each. */
function readParts(schema: JsonObject): Read[] {
  const parts: Read[] = [{ node: schema, path: [] }]
  for (const { node, path } of parts) {
    if (!isJsonObject(node)) continue
    const { properties, anyOf } = node
    for (const [name, inner] of Object.entries(isJsonObject(properties) ? properties : {})) {
      parts.push({ node: inner, path: [...path, name] })
    }
    if (path.length > 0 && Array.isArray(anyOf)) {
      for (const inner of anyOf) parts.push({ node: inner, path: [...path, 'anyOf'] })
    }
  }
  return parts
}

const placeOf = (path: string[]): string => path.join('.') || TOP

export const leftOutByOllama: DefinitionRule = ({ schema }) => {
  const lost = readParts(schema ?? {}).flatMap(({ node, path }) => {
    const known = path.length === 0 ? AT_TOP : BELOW
    return Object.entries(isJsonObject(node) ? node : {})
      .filter(([keyword, value]) => !known.has(keyword) && !isIdle(keyword, value))
      .map(([keyword]) => [...path, keyword].join('.'))
  })
  return breach(lost, {
    kind: 'lost',
    why: 'Keywords do not reach the model',
    fix: 'Say in the parameter’s description what they say.',
  })
}

export const referencesLeftOut: DefinitionRule = ({ schema }) => {
  const parts = readParts(schema ?? {})
  const referring = parts.filter(({ node }) => isJsonObject(node) && '$ref' in node)
  return breach(
    referring.map(({ path }) => placeOf(path)),
    {
      kind: 'lost',
      why: 'A $ref does not reach the model, which is told nothing of what stands there',
      fix: 'Write the definition in its place.',
    },
  )
}

const isText = (value: JsonValue): boolean => typeof value === 'string'
const isTexts = (value: JsonValue): boolean => Array.isArray(value) && value.every(isText)

/** Of a kind that its types do not take, the whole request is refused. */
const KINDS: Record<string, (value: JsonValue, atTop: boolean) => boolean> = {
  type: (value, atTop) => isText(value) || (!atTop && isTexts(value)),
  required: isTexts,
  properties: isJsonObject,
  description: (value, atTop) => atTop || isText(value),
  enum: (value, atTop) => atTop || Array.isArray(value),
  anyOf: (value, atTop) => atTop || Array.isArray(value),
}

/**
 * “json: cannot unmarshal string into Go struct field
 * ToolFunctionParameters.tools.function.parameters.properties of type api.ToolProperty”, status 400
 * of v0.32.15, of a parameter that is no object; the other fields by the types’ kinds.
 */
export const readByOllama: DefinitionRule = ({ schema }) => {
  const wrong = readParts(schema ?? {}).flatMap(({ node, path }) => {
    // Go reads null as nothing.
    if (node === null) return []
    if (!isJsonObject(node)) return [placeOf(path)]
    return Object.entries(KINDS).flatMap(([keyword, isTaken]) => {
      const value = node[keyword] ?? null
      return value === null || isTaken(value, path.length === 0)
        ? []
        : [[...path, keyword].join('.')]
    })
  })
  return breach(wrong, {
    why: 'A part of the schema is of a kind that it cannot read',
    fix: 'Write each parameter as an object, its type as text or a list of texts, and required as a list of names.',
  })
}
