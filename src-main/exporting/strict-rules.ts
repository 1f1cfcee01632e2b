import type { JsonObject, JsonValue } from '../domain/tool/tool'
import { isJsonObject } from '../domain/value/json'
import {
  breach,
  eachSchema,
  isOfType,
  placesIn,
  TOP,
  type Breach,
  type Definition,
  type DefinitionRule,
} from './definition-rules'

/*
 * The subset of JSON Schema that OpenAI takes with `strict: true`, as its guide has it:
 * developers.openai.com/api/docs/guides/structured-outputs#supported-schemas (seen 2026-11).
 * References are not followed: what they lead to is looked at where it stands, in `$defs`.
 */

type StrictRule = (schema: JsonObject) => Breach | undefined

/** Of tools that are written with `strict: true` alone. */
const whereStrict =
  (rule: StrictRule): DefinitionRule =>
  ({ strict, schema }: Definition) =>
    strict && schema ? rule(schema) : undefined

const isObjectSchema = ({ type, properties }: JsonObject): boolean =>
  isJsonObject(properties) ||
  (Array.isArray(type) ? type : [type]).some((name) => isOfType(name, 'object'))

const propertiesOf = ({ properties }: JsonObject): string[] =>
  isJsonObject(properties) ? Object.keys(properties) : []

/**
 * “All fields must be required”; “'required' is required to be supplied and to be an array
 * including every key in properties”, github.com/anomalyco/opencode/issues/13737 (2026-02).
 */
const allRequired: StrictRule = (schema) => {
  const optional: string[] = []
  eachSchema(schema, ({ node, path }) => {
    const required = new Set(Array.isArray(node.required) ? node.required : [])
    for (const name of propertiesOf(node)) {
      if (!required.has(name)) optional.push([...path, name].join('.'))
    }
  })
  return breach(optional, {
    why: 'A strict tool has a parameter that is not required',
    fix: 'List it in required, and let it be null where it may be missing: "type": ["string", "null"].',
  })
}

/**
 * “additionalProperties: false must always be set in objects”; github.com/AreevAI/areev/pull/244
 * (2026-09).
 */
const closedObjects: StrictRule = (schema) =>
  breach(
    placesIn(schema, (node) => isObjectSchema(node) && node.additionalProperties !== false),
    {
      why: 'A strict tool has an object that takes further properties',
      fix: 'Set additionalProperties to false on every object.',
    },
  )

/**
 * “Some type-specific keywords are not yet supported”, of composition; and “'oneOf' is not
 * permitted”, quoted in github.com/ai-dynamo/dynamo/pull/15153 (2026). Fine-tuned models take less.
 */
const UNSUPPORTED = [
  'allOf',
  'not',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'then',
  'else',
  'oneOf',
]

const supportedKeywords: StrictRule = (schema) => {
  const found = new Set<string>()
  eachSchema(schema, ({ node }) => {
    for (const keyword of UNSUPPORTED) if (keyword in node) found.add(keyword)
  })
  return breach([...found], {
    why: 'A strict tool has keywords that are not supported',
    fix: 'Use anyOf, or say it in the description.',
  })
}

/** “schema must have a 'type' key”, of what is no reference, alternative or list of values. */
const SAYS_WHAT = ['type', 'anyOf', '$ref', 'enum', 'const', ...UNSUPPORTED]

const saysWhatItIs: StrictRule = (schema) => {
  const silent: string[] = []
  eachSchema(schema, ({ node, path }) => {
    // That there are further properties at all is told by itself.
    const isOfFurther = path.at(-1) === 'additionalProperties'
    const says = SAYS_WHAT.some((keyword) => keyword in node)
    if (!says && !isOfFurther) silent.push(path.join('.') || TOP)
  })
  return breach(silent, {
    why: 'A strict tool has a schema that does not say what it is',
    fix: 'Give it a type, such as {"type": "string"}.',
  })
}

/** “Supported properties … format”, of text. */
const FORMATS = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
])

const supportedFormats: StrictRule = (schema) =>
  breach(
    placesIn(schema, ({ format }) => typeof format === 'string' && !FORMATS.has(format)),
    {
      why: 'A strict tool has a format that is not supported',
      fix: 'Say in the description how it is written, and leave format out.',
    },
  )

const tooMuch = (count: number, most: number, of: string): Breach | undefined =>
  count > most
    ? {
        why: `A strict tool’s schema has ${count} ${of}; ${most} are taken`,
        fix: 'Make the schema smaller, or export without strict.',
      }
    : undefined

/** “up to 5000 object properties total, with up to 10 levels of nesting” */
const MOST_PROPERTIES = 5000
const MOST_LEVELS = 10

const fewProperties: StrictRule = (schema) => {
  let count = 0
  eachSchema(schema, ({ node }) => {
    count += propertiesOf(node).length
  })
  return tooMuch(count, MOST_PROPERTIES, 'properties')
}

/** Objects inside objects. The guide does not say whether lists count: they do not here. */
const fewLevels: StrictRule = (schema) => tooMuch(levels(schema), MOST_LEVELS, 'levels')

function levels(value: JsonValue | undefined): number {
  if (Array.isArray(value)) return mostLevels(value)
  if (!isJsonObject(value)) return 0
  const inner = isJsonObject(value.properties) ? Object.values(value.properties) : []
  return mostLevels([...inner, value.items, value.anyOf]) + (isObjectSchema(value) ? 1 : 0)
}

const mostLevels = (values: readonly (JsonValue | undefined)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, levels(value)), 0)

/** “up to 1000 enum values across all enum properties” */
const MOST_VALUES = 1000
/** “cannot exceed 15,000 characters when there are more than 250 enum values”, of one property. */
const MANY_VALUES = 250
const LONGEST_VALUES = 15_000

const enumOf = ({ enum: values }: JsonObject): JsonValue[] => (Array.isArray(values) ? values : [])

const fewValues: StrictRule = (schema) => {
  let count = 0
  eachSchema(schema, ({ node }) => {
    count += enumOf(node).length
  })
  return tooMuch(count, MOST_VALUES, 'enum values')
}

const shortValues: StrictRule = (schema) =>
  breach(
    placesIn(schema, (node) => {
      const values = enumOf(node)
      return values.length > MANY_VALUES && charactersOf(values) > LONGEST_VALUES
    }),
    {
      why: `A strict tool has more than ${MANY_VALUES} enum values of more than ${LONGEST_VALUES} characters together`,
      fix: 'Shorten them, or take any text and say in words what is meant.',
    },
  )

const charactersOf = (values: readonly (JsonValue | undefined)[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

/**
 * “total string length of all property names, definition names, enum values, and const values
 * cannot exceed 120,000”
 */
const LONGEST_STRINGS = 120_000

const shortStrings: StrictRule = (schema) => {
  let count = 0
  eachSchema(schema, ({ node }) => {
    const { $defs, definitions, const: constant } = node
    const names = [$defs, definitions].flatMap((held) =>
      isJsonObject(held) ? Object.keys(held) : [],
    )
    count += charactersOf([...propertiesOf(node), ...names, ...enumOf(node), constant])
  })
  return tooMuch(count, LONGEST_STRINGS, 'characters in names and values')
}

export const STRICT_RULES: DefinitionRule[] = [
  allRequired,
  closedObjects,
  supportedKeywords,
  saysWhatItIs,
  supportedFormats,
  fewProperties,
  fewLevels,
  fewValues,
  shortValues,
  shortStrings,
].map(whereStrict)
