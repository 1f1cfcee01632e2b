import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../../importing/reading/parse-json'

/** One schema as an answer to introspection has it, whatever it was written as. */
export interface Schema {
  /** Types by name. */
  types: ReadonlyMap<string, JsonObject>
  /** The name of the type that an operation's fields are of. */
  roots: Partial<Record<Operation, string>>
  /** A field as its file has it. */
  entryOf(field: JsonObject): JsonValue
  /** The file it stands in, or the first of several. */
  path: string
}

export type Operation = 'query' | 'mutation' | 'subscription'

const NAME = /^[_A-Za-z][_0-9A-Za-z]{0,254}$/

export const nameOf = (written: JsonObject): string | undefined =>
  typeof written.name === 'string' && NAME.test(written.name) ? written.name : undefined

/** A text that is there and says something. */
export const textIn = (written: JsonValue | undefined): string =>
  typeof written === 'string' ? written.trim() : ''

/** The objects in a list, such as the fields of a type. */
export const objectsIn = (list: JsonValue | undefined): JsonObject[] =>
  Array.isArray(list) ? list.filter(isObject) : []

/** The schema in an answer to introspection, with `data` around it or without. */
export function introspected(value: JsonObject): JsonObject | undefined {
  const inside = isObject(value.data) ? value.data : value
  return isObject(inside.__schema) && Array.isArray(inside.__schema.types)
    ? inside.__schema
    : undefined
}

export function schemaIn(written: JsonObject, path: string): Schema {
  const rootOf = (type: JsonValue | undefined) => (isObject(type) ? nameOf(type) : undefined)
  const { queryType, mutationType, subscriptionType } = written
  return {
    types: typesByName(objectsIn(written.types)),
    roots: rootsOf({
      query: rootOf(queryType),
      mutation: rootOf(mutationType),
      subscription: rootOf(subscriptionType),
    }),
    entryOf: (field) => field,
    path,
  }
}

export const typesByName = (types: readonly JsonObject[]): Map<string, JsonObject> =>
  new Map(
    types.flatMap((type): [string, JsonObject][] => {
      const name = nameOf(type)
      return name === undefined ? [] : [[name, type]]
    }),
  )

export const rootsOf = (names: Record<Operation, string | undefined>): Schema['roots'] =>
  Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined))
