import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isJsonObject, named } from '../../../domain/value/json'
import type { Schema } from './document'
import { isNumber, type AnyNumber } from './numbers'
import { Unchecked } from './unchecked'

/** For a keyword whose value is none that it takes. */
export const broken = (keyword: string): Unchecked =>
  new Unchecked(`“${keyword}” of its schema is not what the standard asks for`)

export function textOf(schema: JsonObject, keyword: string): string | undefined {
  const value = named(schema, keyword)
  if (value === undefined || typeof value === 'string') return value
  throw broken(keyword)
}

export function numberOf(schema: JsonObject, keyword: string): AnyNumber | undefined {
  const value = named(schema, keyword)
  if (value === undefined || isNumber(value)) return value
  throw broken(keyword)
}

/** Once it was a mark beside the bound, and is a bound of its own since. */
export function exclusiveOf(
  schema: JsonObject,
  keyword: string,
  beside: AnyNumber | undefined,
): AnyNumber | undefined {
  const value = named(schema, keyword)
  if (typeof value === 'boolean') return value ? beside : undefined
  return numberOf(schema, keyword)
}

/** How few and how many there may be. */
export const boundsOf = (
  schema: JsonObject,
  [few, many]: readonly [few: string, many: string],
): { least: AnyNumber; most: AnyNumber } => ({
  least: numberOf(schema, few) ?? 0,
  most: numberOf(schema, many) ?? Infinity,
})

export function namesOf(schema: JsonObject, keyword: string): string[] {
  const value = named(schema, keyword)
  if (value === undefined) return []
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
  throw broken(keyword)
}

export function mapOf(schema: JsonObject, keyword: string): JsonObject {
  const value = named(schema, keyword)
  if (value === undefined) return {}
  if (isJsonObject(value)) return value
  throw broken(keyword)
}

export function schemaOf(schema: JsonObject, keyword: string): Schema | undefined {
  const value = named(schema, keyword)
  return value === undefined ? undefined : schemaIn(value, keyword)
}

export function schemasOf(schema: JsonObject, keyword: string): Schema[] | undefined {
  const value = named(schema, keyword)
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw broken(keyword)
  return value.map((each) => schemaIn(each, keyword))
}

export function schemaIn(value: JsonValue, keyword: string): Schema {
  if (typeof value === 'boolean' || isJsonObject(value)) return value
  throw broken(keyword)
}

const LONGEST_SHOWN = 300
export const shortened = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
export const shortJson = (value: JsonValue): string => shortened(JSON.stringify(value))
