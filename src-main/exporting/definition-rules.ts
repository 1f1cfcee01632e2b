import type { FindingKind } from '../domain/catalog/export'
import { HOLDS, HOLDS_BY_NAME } from '../domain/tool/subschemas'
import type { CatalogTool, JsonObject, JsonValue } from '../domain/tool/tool'
import { isJsonObject } from '../domain/value/json'

/** A tool's definition as a format writes it, as far as providers have rules on it. */
export interface Definition {
  name: string
  description: string
  /** Absent where the tool takes no JSON arguments. */
  schema?: JsonObject | undefined
  /** `gemini`: Gemini's own subset of OpenAPI's schemas. */
  dialect?: 'gemini'
  /** Calls are to keep to the schema to the letter. */
  strict?: boolean
  /** Left out of the model's context until a search finds it. */
  deferred?: boolean
  /** Marked as the end of what the provider caches. */
  cached?: boolean
  /** What the file says in place of what the schema left open, and where. */
  mended?: readonly string[]
}

/** A rule that is broken: how, and what to do about it. */
export interface Breach {
  /** What comes of it; left out, the provider refuses the request. */
  kind?: FindingKind
  why: string
  fix: string
}

/** What is wrong with a definition; undefined where the rule is kept. */
export type DefinitionRule = (definition: Definition) => Breach | undefined

export const objectAtTop: DefinitionRule = ({ schema }) =>
  schema && !isOfType(schema.type, 'object')
    ? {
        why: 'Its parameters are not of type object at the top',
        fix: 'Give the schema the type object, with the parameters as its properties.',
      }
    : undefined

/** “In context=(), object schema missing properties”. */
export const propertiesAtTop: DefinitionRule = ({ schema }) =>
  schema && isOfType(schema.type, 'object') && !('properties' in schema)
    ? {
        why: 'Its parameters have no “properties” at the top',
        fix: 'Give it properties, {} where it takes none: an export adds that.',
      }
    : undefined

export const saysWhatWasMended: DefinitionRule = ({ mended = [] }) =>
  breach([...mended], {
    kind: 'hint',
    why: 'The file is written as the provider takes it',
    fix: 'Nothing is to be done; mended where the tool comes from, it is right for everybody.',
  })

export const withoutAtTop =
  (keywords: string[], of?: { kind: FindingKind; said: string }): DefinitionRule =>
  ({ schema = {} }) => {
    const found = keywords.filter((keyword) => keyword in schema)
    if (found.length === 0) return undefined
    const why = `Its parameters have ${found.join(', ')} at the top`
    return {
      ...(of && { kind: of.kind }),
      why: of ? `${why}: ${of.said}` : why,
      fix: 'Merge the alternatives into one list of properties, and say in words which go together.',
    }
  }

export const listsWithItems: DefinitionRule = ({ schema }) => {
  const lists = placesIn(schema, (node) => isList(node) && !hasItems(node))
  return breach(lists, {
    why: 'A list does not say what it holds',
    fix: 'Give it items, such as {"type": "string"}.',
  })
}

/** What stands there and is no schema is told by itself. */
const hasItems = ({ items = null }: JsonObject): boolean => items !== null

const isList = ({ type }: JsonObject): boolean =>
  (Array.isArray(type) ? type : [type]).some((name) => isOfType(name, 'array'))

/** Gemini writes types in capitals. */
export const isOfType = (type: JsonValue | undefined, name: string): boolean =>
  typeof type === 'string' && type.toLowerCase() === name

export const parameterNames =
  (pattern: RegExp, said: string): DefinitionRule =>
  ({ schema }) => {
    const names = Object.keys(isJsonObject(schema?.properties) ? schema.properties : {})
    return breach(
      names.filter((name) => !pattern.test(name)),
      { why: 'A parameter’s name is not taken', fix: `Use ${said}.` },
    )
  }

/** Gemini's Schema as of v1beta: an OpenAPI 3.0 subset. Anything else is an “unknown name”. */
const GEMINI_KEYWORDS = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'default',
  'example',
  'properties',
  'required',
  'propertyOrdering',
  'minProperties',
  'maxProperties',
  'items',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'anyOf',
])

export const geminiSubset: DefinitionRule = ({ schema, dialect }) => {
  if (dialect !== 'gemini') return undefined
  const unknown = new Set<string>()
  eachSchema(schema, ({ node }) => {
    for (const keyword of Object.keys(node)) {
      if (!GEMINI_KEYWORDS.has(keyword)) unknown.add(keyword)
    }
  })
  return breach([...unknown], {
    why: 'A keyword is not taken in “parameters”',
    fix: 'Leave it out, or give the schema as parametersJsonSchema.',
  })
}

const BESIDE_REFERENCE = /^\$|^(description|default)$/

/** Formats of text that `parameters` takes. */
const GEMINI_FORMATS = new Set(['enum', 'date-time'])

export const geminiFormats: DefinitionRule = ({ schema, dialect }) => {
  if (dialect !== 'gemini') return undefined
  const foreign = placesIn(
    schema,
    ({ type, format }) =>
      isOfType(type, 'string') && typeof format === 'string' && !GEMINI_FORMATS.has(format),
  )
  return breach(foreign, {
    why: 'A format other than enum and date-time is not taken of text in “parameters”',
    fix: 'Say in the description how it is written, or give the schema as parametersJsonSchema.',
  })
}

export const geminiValues: DefinitionRule = ({ schema, dialect }) => {
  if (dialect !== 'gemini') return undefined
  const foreign = placesIn(
    schema,
    ({ enum: values }) =>
      Array.isArray(values) && values.some((value) => typeof value !== 'string' || value === ''),
  )
  return breach(foreign, {
    why: 'Values of an enum that are no text, or empty, are not taken in “parameters”',
    fix: 'Write them as text, or give the schema as parametersJsonSchema.',
  })
}

export const nothingBesideReferences: DefinitionRule = ({ schema }) => {
  const crowded = (node: JsonObject) =>
    '$ref' in node && Object.keys(node).some((keyword) => !BESIDE_REFERENCE.test(keyword))
  // At the top stand the definitions themselves, beside whatever refers to them.
  const places = placesIn(schema, crowded).filter((place) => place !== TOP)
  return breach(places, {
    why: 'A $ref has other keywords beside it than description and default',
    fix: 'Move them behind the reference.',
  })
}

/** As many places as a sentence bears. */
const MOST_PLACES = 3

/** `broken` with the places where it is, or undefined where there are none. */
export function breach(places: string[], broken: Breach): Breach | undefined {
  if (places.length === 0) return undefined
  const more = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : ''
  const shown = places.slice(0, MOST_PLACES).join(', ')
  return { ...broken, why: `${broken.why}: ${shown}${more}` }
}

export const TOP = 'the top'

export function placesIn(
  schema: JsonObject | undefined,
  is: (node: JsonObject) => boolean,
): string[] {
  const places: string[] = []
  eachSchema(schema, ({ node, path }) => {
    if (is(node)) places.push(path.join('.') || TOP)
  })
  return places
}

export interface Subschema {
  node: JsonObject
  /** Names and keywords from the top. */
  path: string[]
}

/** The schema and all schemas written in it; it is cut at 64 levels when it is imported. */
export function eachSchema(
  schema: JsonValue | undefined,
  visit: (subschema: Subschema) => void,
): void {
  const waiting: { value: JsonValue | undefined; path: string[] }[] = [{ value: schema, path: [] }]
  for (const { value: node, path } of waiting) {
    if (!isJsonObject(node)) continue
    visit({ node, path })
    for (const keyword of Object.keys(node)) {
      const value = node[keyword]
      if (HOLDS_BY_NAME.has(keyword) && isJsonObject(value)) {
        for (const [name, inner] of Object.entries(value)) {
          waiting.push({ value: inner, path: [...path, name] })
        }
      } else if (HOLDS.has(keyword)) {
        for (const inner of Array.isArray(value) ? value : [value]) {
          waiting.push({ value: inner, path: [...path, keyword] })
        }
      }
    }
  }
}

export const notCachedAndDeferred: DefinitionRule = ({ cached, deferred }) =>
  cached && deferred
    ? {
        why: 'It has both defer_loading and cache_control',
        fix: 'Take cache_control out of its entry, or export without defer_loading.',
      }
    : undefined

/** A tool as a format writes it. */
export interface WrittenTool {
  tool: CatalogTool
  definition: Definition
}

/** What is wrong with the tools of a file together, which no tool alone is to blame for. */
export type TogetherRule = (tools: readonly WrittenTool[]) => Breach[]
