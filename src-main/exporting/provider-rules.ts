import type { JsonObject, JsonValue, CatalogTool } from '../domain/tool/tool'
import { isJsonObject } from '../domain/value/json'

/** A tool's definition as a format writes it, as far as providers have rules on it. */
export interface Definition {
  name: string
  description: string
  /** Absent where the tool takes no JSON arguments. */
  schema?: JsonObject | undefined
  /** `gemini`: Gemini's own subset of OpenAPI's schemas. */
  dialect?: 'gemini'
}

/** A rule that is broken: how, and what to do about it. */
export interface Breach {
  why: string
  fix: string
}

/** What is wrong with a definition's schema; undefined where the rule is kept. */
type SchemaRule = (definition: Definition) => Breach | undefined

/** What a provider refuses. */
export interface ProviderRules {
  provider: string
  name: {
    pattern: RegExp
    /** The pattern in words. */
    said: string
    /** Any one character that the pattern never takes. */
    foreign: RegExp
    longest: number
  }
  /** Among which tools a name may stand once. */
  unique: 'in all' | 'in a server'
  longestDescription?: number
  /** In one request. */
  mostTools?: number
  schema: SchemaRule[]
}

const objectAtTop: SchemaRule = ({ schema }) =>
  schema && !isOfType(schema.type, 'object')
    ? {
        why: 'Its parameters are not of type object at the top',
        fix: 'Give the schema the type object, with the parameters as its properties.',
      }
    : undefined

const withoutAtTop =
  (keywords: string[]): SchemaRule =>
  ({ schema = {} }) => {
    const found = keywords.filter((keyword) => keyword in schema)
    if (found.length === 0) return undefined
    return {
      why: `Its parameters have ${found.join(', ')} at the top`,
      fix: 'Merge the alternatives into one list of properties, and say in words which go together.',
    }
  }

const listsWithItems: SchemaRule = ({ schema }) => {
  const lists = placesIn(schema, (node) => isList(node) && !isJsonObject(node.items))
  return breach(lists, {
    why: 'A list does not say what it holds',
    fix: 'Give it items, such as {"type": "string"}.',
  })
}

const isList = ({ type }: JsonObject): boolean =>
  (Array.isArray(type) ? type : [type]).some((name) => isOfType(name, 'array'))

/** Gemini writes types in capitals. */
const isOfType = (type: JsonValue | undefined, name: string): boolean =>
  typeof type === 'string' && type.toLowerCase() === name

const parameterNames =
  (pattern: RegExp, said: string): SchemaRule =>
  ({ schema }) => {
    const names = Object.keys(isJsonObject(schema?.properties) ? schema.properties : {})
    return breach(
      names.filter((name) => !pattern.test(name)),
      { why: 'A parameter’s name is not taken', fix: `Use ${said}.` },
    )
  }

/** Gemini's Schema as of v1beta: an OpenAPI 3.0 subset. Anything else is an “unknown name”. */
const GEMINI_KEYWORDS = new Set([
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'default', 'example'],
  ...['properties', 'required', 'propertyOrdering', 'minProperties', 'maxProperties'],
  ...['items', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern'],
  ...['minimum', 'maximum', 'anyOf'],
])

const geminiSubset: SchemaRule = ({ schema, dialect }) => {
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

const nothingBesideReferences: SchemaRule = ({ schema }) => {
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

function breach(places: string[], { why, fix }: Breach): Breach | undefined {
  if (places.length === 0) return undefined
  const more = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : ''
  return { why: `${why}: ${places.slice(0, MOST_PLACES).join(', ')}${more}`, fix }
}

const TOP = 'the top'

function placesIn(schema: JsonObject | undefined, is: (node: JsonObject) => boolean): string[] {
  const places: string[] = []
  eachSchema(schema, ({ node, path }) => {
    if (is(node)) places.push(path.join('.') || TOP)
  })
  return places
}

/** Keywords that hold schemas: by names that are the author's, or themselves, alone or in a list. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])
const HELD = new Set([
  ...['items', 'prefixItems', 'additionalItems', 'additionalProperties', 'contains'],
  ...['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'propertyNames'],
])

interface Subschema {
  node: JsonObject
  /** Names and keywords from the top. */
  path: string[]
}

/** The schema and all schemas written in it; it is cut at 64 levels when it is imported. */
function eachSchema(schema: JsonValue | undefined, visit: (subschema: Subschema) => void): void {
  const waiting: { value: JsonValue | undefined; path: string[] }[] = [{ value: schema, path: [] }]
  for (const { value: node, path } of waiting) {
    if (!isJsonObject(node)) continue
    visit({ node, path })
    for (const [keyword, value] of Object.entries(node)) {
      if (NAMED.has(keyword) && isJsonObject(value)) {
        for (const [name, inner] of Object.entries(value)) {
          waiting.push({ value: inner, path: [...path, name] })
        }
      } else if (HELD.has(keyword)) {
        for (const inner of Array.isArray(value) ? value : [value]) {
          waiting.push({ value: inner, path: [...path, keyword] })
        }
      }
    }
  }
}

/** What each provider refuses, beside where it says so and when that was seen. Its documentation is silent on most. */

export const OPENAI: ProviderRules = {
  provider: 'OpenAI',
  // The API's error text and the API reference of function.name; github.com/langchain-ai/langchain/issues/7191 (2023-07),
  // github.com/raullenchai/Rapid-MLX/pull/748 (2026-06).
  name: {
    pattern: /^[a-zA-Z0-9_-]{1,64}$/,
    said: '1 to 64 letters, digits, underscores and hyphens',
    foreign: /[^a-zA-Z0-9_-]/g,
    longest: 64,
  },
  unique: 'in all',
  // “Expected a string with maximum length 1024”, of some models; github.com/getsentry/sentry-mcp/issues/106 (2025-04).
  longestDescription: 1024,
  // “Expected an array with maximum length 128”; github.com/musistudio/claude-code-router/issues/686 (2025-08).
  mostTools: 128,
  schema: [
    // “schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level”;
    // github.com/langchain-ai/langchainjs/issues/9804 (2026), github.com/nspady/google-calendar-mcp/issues/39 (2025-06).
    objectAtTop,
    withoutAtTop(['oneOf', 'anyOf', 'allOf', 'enum', 'not']),
    // “array schema missing items”, prefixItems alone included; github.com/PrefectHQ/fastmcp/issues/2464 (2025-11).
    listsWithItems,
  ],
}

/** Tools of a server stand in a namespace of their own, which keeps their names apart from others'. */
export const OPENAI_RESPONSES: ProviderRules = { ...OPENAI, unique: 'in a server' }

export const ANTHROPIC: ProviderRules = {
  provider: 'Anthropic',
  // “String should match pattern '^[a-zA-Z0-9_-]{1,128}$'”; github.com/github/copilot-cli/issues/1879 (2026).
  name: {
    pattern: /^[a-zA-Z0-9_-]{1,128}$/,
    said: '1 to 128 letters, digits, underscores and hyphens',
    foreign: /[^a-zA-Z0-9_-]/g,
    longest: 128,
  },
  // “Tool names must be unique”; github.com/anthropics/claude-code/issues/10687 (2025-10).
  unique: 'in all',
  schema: [
    // “input_schema does not support oneOf, allOf, or anyOf at the top level”, which has to be of type object;
    // github.com/anthropics/claude-code/issues/27337 (2026-02), github.com/dearlordylord/huly-mcp/issues/66 (2026-05).
    objectAtTop,
    withoutAtTop(['oneOf', 'allOf', 'anyOf']),
    // “Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'”, at the top level;
    // github.com/anthropics/claude-code/issues/79418 (2026-07).
    parameterNames(
      /^[a-zA-Z0-9_.-]{1,64}$/,
      '1 to 64 letters, digits, underscores, dots and hyphens',
    ),
  ],
}

export const GEMINI: ProviderRules = {
  provider: 'Gemini',
  // google-genai's reference of FunctionDeclaration.name and the API's error text;
  // github.com/kaitranntt/ccs/issues/219 (2025-12). Vertex AI's newest reference says 128.
  name: {
    pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
    said: 'a letter or underscore, then letters, digits, underscores, dots, colons and hyphens, 64 in all',
    foreign: /[^a-zA-Z0-9_.:-]/g,
    longest: 64,
  },
  unique: 'in all',
  // “At most 512 function declarations can be specified”; github.com/google-gemini/gemini-cli/issues/19083 (2026-02).
  mostTools: 512,
  schema: [
    objectAtTop,
    listsWithItems,
    // “Unknown name "const" … Cannot find field”, of `parameters`; github.com/zed-industries/zed/issues/44875 (2025-12),
    // github.com/openswarm-ai/openswarm/issues/24 (2026-05). `parametersJsonSchema` takes JSON Schema.
    geminiSubset,
    // Beside a reference, description and default alone; github.com/su-kaka/gcli2api/pull/374 (2026-05).
    nothingBesideReferences,
  ],
}

export const MCP: ProviderRules = {
  provider: 'MCP',
  // modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names, all of it “should”.
  name: {
    pattern: /^[a-zA-Z0-9_.-]{1,128}$/,
    said: '1 to 128 letters, digits, underscores, hyphens and dots',
    foreign: /[^a-zA-Z0-9_.-]/g,
    longest: 128,
  },
  unique: 'in a server',
  schema: [objectAtTop],
}

/** What some providers refuse of one tool’s definition. */
interface DefinitionRefusal extends Breach {
  of: 'name' | 'schema'
  providers: string[]
}

const PROVIDERS: readonly ProviderRules[] = [OPENAI, ANTHROPIC, GEMINI]

/** What the providers would refuse of a tool as it is sent, each rule once with all who have it. */
export function refusalsOf({ tool, layer }: CatalogTool): DefinitionRefusal[] {
  const definition: Definition = {
    name: tool.name,
    description: layer.modelDescription ?? tool.description,
    schema: tool.parameters,
  }
  const found = new Map<string, DefinitionRefusal>()
  const add = (key: string, refusal: DefinitionRefusal): void => {
    const same = found.get(key)
    if (same) same.providers.push(...refusal.providers)
    else found.set(key, refusal)
  }
  for (const { provider, name, schema } of PROVIDERS) {
    if (!name.pattern.test(tool.name)) {
      const fix = 'Rename it at its source, or export with names of the form server__name.'
      add('name', { of: 'name', providers: [provider], why: `use ${name.said}`, fix })
    }
    for (const rule of schema) {
      const breach = rule(definition)
      if (breach) add(breach.why, { of: 'schema', providers: [provider], ...breach })
    }
  }
  return [...found.values()]
}
