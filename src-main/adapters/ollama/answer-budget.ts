import type { JsonObject, JsonValue } from '../../domain/tool'

/** Fewer than any tokenizer here makes of words, so that no whole answer is cut; a script beyond Latin has about one a token. */
const CHARACTERS_PER_TOKEN = 2
/** Of a value’s quotes, comma and colon. */
const MARKS = 4

/**
 * The tokens that the longest answer of a schema takes; infinite where something in it is unbounded. Told are texts with
 * `maxLength` or `enum`, lists with `maxItems`, and objects of these.
 */
export const longestAnswer = (schema: JsonObject): number =>
  Math.ceil(charactersOf(schema) / CHARACTERS_PER_TOKEN)

function charactersOf(schema: JsonValue | undefined): number {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return Infinity
  const { type, properties, items, maxItems, maxLength, enum: choices } = schema
  if (Array.isArray(choices)) {
    return MARKS + Math.max(...choices.map((choice) => JSON.stringify(choice).length))
  }
  if (type === 'string' && typeof maxLength === 'number') return MARKS + maxLength
  if (type === 'boolean') return MARKS + 'false'.length
  if (type === 'array' && typeof maxItems === 'number')
    return MARKS + maxItems * charactersOf(items)
  if (type !== 'object' || typeof properties !== 'object' || properties === null) return Infinity
  const fields = Object.entries(properties)
  return fields.reduce((sum, [name, value]) => sum + name.length + charactersOf(value), MARKS)
}
