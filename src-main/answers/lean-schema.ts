import { isJsonObject } from '../domain/value/json'
import type { JsonObject, JsonValue } from '../domain/tool/tool'
import { cutAtSentence } from '../domain/value/cut-at-sentence'

/** A schema written briefly. */
export interface LeanSchema {
  schema: JsonObject
  /** Whether something is left out that could be needed: values, forms, inner fields, sentences. */
  isCut: boolean
}

/** What a model writes no argument by. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'readOnly',
  'xml',
  'externalDocs',
  'contentMediaType',
  'contentEncoding',
])
/** Formats that say what the type says. */
const PLAIN_FORMATS: ReadonlySet<JsonValue> = new Set(['int32', 'int64', 'float', 'double'])
const ONE: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not', 'contains'])
const CHOICES: ReadonlySet<string> = new Set(['anyOf', 'oneOf'])
const BY_NAME: ReadonlySet<string> = new Set(['properties', 'patternProperties'])
const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions'])

/** Chosen so that a parameter has some 100 tokens at most; no set was measured with others. */
const MOST = {
  /** Characters of a description. */
  description: 240,
  /** Characters of an example, a default or a pattern as JSON. */
  value: 80,
  /** Allowed values; of more the first are told. */
  values: 20,
  told: 8,
  /** Forms of a value. */
  forms: 4,
  /** Levels of objects within one another. */
  levels: 4,
  /** Fields of an inner object whose names are told. */
  fields: 20,
} as const

const known = new WeakMap<JsonObject, LeanSchema>()

/**
 * A tool's JSON Schema without what no model writes arguments by: titles, the alternative `null`,
 * long lists of values, long examples and descriptions, and objects deep within others. What fits
 * it fits the whole, but where values or fields are left out. Worked out once for each schema.
 */
export function leanSchema(schema: JsonObject): LeanSchema {
  const found = known.get(schema)
  if (found) return found
  const lean = leaned(schema)
  known.set(schema, lean)
  return lean
}

interface Walk {
  isCut: boolean
}

function leaned(whole: JsonObject): LeanSchema {
  const walk: Walk = { isCut: false }
  const schema = leanNode(whole, walk, 0)
  const isCut = walk.isCut
  const used = withoutUnused(schema)
  return { schema: used, isCut }
}

function leanNode(written: JsonObject, walk: Walk, level: number): JsonObject {
  const node = withoutNull(written)
  const lean: JsonObject = {}
  for (const [keyword, value] of Object.entries(node)) {
    if (isLeftOut(keyword, value)) continue
    lean[keyword] = leanValue(keyword, value, walk, level)
  }
  return withFewValues(withExample(lean), walk)
}

function isLeftOut(keyword: string, value: JsonValue): boolean {
  if (LEFT_OUT.has(keyword) || keyword.startsWith('x-')) return true
  if (keyword === 'additionalProperties') return value === false
  if (keyword === 'default') return value === null || isLong(value)
  if (keyword === 'format') return PLAIN_FORMATS.has(value)
  return keyword === 'pattern' && isLong(value)
}

const isLong = (value: JsonValue): boolean => textOf(value).length > MOST.value

const textOf = (value: JsonValue): string => JSON.stringify(value)

function leanValue(keyword: string, value: JsonValue, walk: Walk, level: number): JsonValue {
  if (keyword === 'description' && typeof value === 'string') return shortened(value, walk)
  if (ONE.has(keyword) && isJsonObject(value)) return inner(value, walk, level)
  if (BY_NAME.has(keyword) && isJsonObject(value)) return eachByName(value, walk, level)
  if (DEFINITIONS.has(keyword) && isJsonObject(value)) return eachByName(value, walk, level)
  if (CHOICES.has(keyword) && Array.isArray(value)) {
    if (value.length > MOST.forms) walk.isCut = true
    return value.slice(0, MOST.forms).map((each) => innerValue(each, walk, level))
  }
  if (Array.isArray(value) && (keyword === 'allOf' || keyword === 'prefixItems')) {
    return value.map((each) => innerValue(each, walk, level))
  }
  return value
}

const innerValue = (value: JsonValue, walk: Walk, level: number): JsonValue =>
  isJsonObject(value) ? inner(value, walk, level) : value

/** An object deep within others is told by the names of its fields. */
function inner(node: JsonObject, walk: Walk, level: number): JsonObject {
  const { properties } = node
  if (level < MOST.levels || !isJsonObject(properties)) return leanNode(node, walk, level)
  walk.isCut = true
  const names = Object.keys(properties).slice(0, MOST.fields)
  return { type: 'object', description: `With ${names.join(', ')}.` }
}

/** Names are the author's, such as one that is a keyword elsewhere. */
function eachByName(schemas: JsonObject, walk: Walk, level: number): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, value]) => [name, innerValue(value, walk, level + 1)]),
  )
}

function shortened(text: string, walk: Walk): string {
  const short = cutAtSentence(text.trim(), MOST.description)
  if (short !== text.trim()) walk.isCut = true
  return short
}

/** `anyOf: [X, null]` and `type: [x, null]` as X: an argument may always be left out. */
function withoutNull(node: JsonObject): JsonObject {
  const { type } = node
  if (Array.isArray(type) && type.length === 2 && type.includes('null')) {
    return { ...node, type: type.find((each) => each !== 'null') as string }
  }
  for (const keyword of CHOICES) {
    const forms = node[keyword]
    if (!Array.isArray(forms) || forms.length !== 2) continue
    const others = forms.filter((each) => !isNull(each))
    const [only] = others
    if (others.length !== 1 || !isJsonObject(only)) continue
    const { [keyword]: _, ...rest } = node
    return { ...only, ...rest }
  }
  return node
}

const isNull = (value: JsonValue): boolean => isJsonObject(value) && value['type'] === 'null'

/** One short example, under the name that JSON Schema has for it. */
function withExample({ example, examples, ...node }: JsonObject): JsonObject {
  const [first] = Array.isArray(examples) ? examples : example === undefined ? [] : [example]
  return first === undefined || isLong(first) ? node : { ...node, examples: [first] }
}

/** Of many allowed values the first are told in words, so that none is taken for all there are. */
function withFewValues(node: JsonObject, walk: Walk): JsonObject {
  const { enum: values, ...rest } = node
  if (!Array.isArray(values) || values.length <= MOST.values) return node
  walk.isCut = true
  const told = values.slice(0, MOST.told).map(plain).join(', ')
  const said = typeof rest['description'] === 'string' ? `${rest['description']} ` : ''
  return { ...rest, description: `${said}One of ${values.length} values, such as ${told}.` }
}

const plain = (value: JsonValue): string =>
  (typeof value === 'string' ? value : textOf(value)).slice(0, MOST.value)

/** Without definitions that nothing refers to any more. */
function withoutUnused(schema: JsonObject): JsonObject {
  let lean = schema
  for (const keyword of DEFINITIONS) {
    const all = lean[keyword]
    if (!isJsonObject(all)) continue
    const { [keyword]: _, ...rest } = lean
    const used = new Set<string>()
    let waiting = namesIn(textOf(rest), keyword)
    while (waiting.length > 0) {
      const fresh = waiting.filter((name) => !used.has(name) && Object.hasOwn(all, name))
      for (const name of fresh) used.add(name)
      waiting = fresh.flatMap((name) => namesIn(textOf(all[name] as JsonValue), keyword))
    }
    const kept = Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)))
    lean = used.size === 0 ? rest : { ...rest, [keyword]: kept }
  }
  return lean
}

/** The names of the definitions that a text refers to: `"#/$defs/Pet"`. */
const namesIn = (text: string, keyword: string): string[] =>
  [...text.matchAll(/"\$ref":"#\/(\$?\w+)\/([^"/]+)/g)].flatMap(([, where, name = '']) =>
    where === keyword ? [decoded(name)] : [],
  )

/** A name as a JSON Pointer writes it. */
const decoded = (name: string): string => {
  const plainName = name.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plainName)
  } catch {
    return plainName
  }
}
