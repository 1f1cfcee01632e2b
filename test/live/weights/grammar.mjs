// From the schema of a request to the one that a grammar is made of.

const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * As the way from `format` to the grammar leaves a schema where a model was made of a GGUF alone:
 * its objects are maps there.
 * @param {unknown} schema
 * @returns {unknown}
 */
export function inAlphabeticalOrder(schema) {
  if (Array.isArray(schema)) return schema.map(inAlphabeticalOrder)
  if (!isObject(schema)) return schema
  const keys = Object.keys(schema).sort((one, other) => (one < other ? -1 : 1))
  return Object.fromEntries(keys.map((key) => [key, inAlphabeticalOrder(schema[key])]))
}

/**
 * As `node-llama-cpp` understands it: it knows no `anyOf`, and takes an object of which nothing
 * else is said for an empty one.
 * @param {unknown} schema
 * @returns {unknown}
 */
export function inItsWords(schema) {
  if (Array.isArray(schema)) return schema.map(inItsWords)
  if (!isObject(schema)) return schema
  const words = Object.entries(schema).map(([key, value]) => [
    key === 'anyOf' && Array.isArray(value) ? 'oneOf' : key,
    inItsWords(value),
  ])
  const isFree =
    schema.type === 'object' && !('properties' in schema) && !('additionalProperties' in schema)
  return Object.fromEntries(isFree ? [...words, ['additionalProperties', true]] : words)
}

/**
 * The first part of a schema whose type is none of JSON’s.
 * @param {unknown} schema
 * @returns {unknown}
 */
export function unrecognizedPart(schema) {
  if (Array.isArray(schema)) return schema.map(unrecognizedPart).find((part) => part !== undefined)
  if (!isObject(schema)) return undefined
  const types = [schema.type ?? []].flat()
  // A property may be called `type`.
  if (types.some((type) => typeof type === 'string' && !TYPES.has(type))) return schema
  return unrecognizedPart(Object.values(schema))
}
