import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../../importing/reading/parse-json'
import type { Document } from './documents'
import { type Follow, objectBehind, objectsBehind, type Place, type Remark } from './references'
import type { ParameterLists } from './swagger'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

export interface Operation {
  method: string
  path: string
  where: string
  written: JsonObject
  /** The document that `written` stands in. */
  from: Document
  /** Its parameters, those of the path before its own. */
  lists: ParameterLists
  /** Its servers, its own before those of the path. */
  servers: (JsonValue | undefined)[]
}

interface Around {
  follow: Follow
  /** What is left out, and why. */
  skip(where: string, said: Remark): void
  most: number
}

/** The operations of all paths; `left` is how many there are beyond the most. */
export function operationsIn(
  written: JsonObject,
  document: Document,
  { follow, skip, most }: Around,
): { operations: Operation[]; left: number } {
  const operations: Operation[] = []
  let count = 0
  const skipAt =
    (where: string) =>
    ({ isOfReference: _, ...said }: Remark): void =>
      skip(where, said)
  const paths = objectBehind(written, document, { follow, remark: skipAt('paths') })
  for (const [path, entry] of Object.entries(paths?.value ?? {})) {
    if (path.startsWith('x-')) continue
    const remark = skipAt(path)
    const { places: items } = objectsBehind(entry, paths?.from ?? document, { follow, remark })
    for (const [method, operation] of methodsOf(items)) {
      const place = `${method.toUpperCase()} ${path}`
      const found = behind(operation, { follow, remark: skipAt(place) })
      if (!found) continue
      count += 1
      if (count > most) continue
      const where = `${document.path}, ${place}`
      operations.push({ method, path, where, ...around(found, items) })
    }
  }
  return { operations, left: Math.max(0, count - most) }
}

/** What is written of methods in a path item and in those that it refers to: the nearest counts. */
function methodsOf(items: readonly Place<JsonObject>[]): [method: string, Place][] {
  const found = new Map<string, Place>()
  const add = (method: string, value: JsonValue | undefined, from: Document): void => {
    if (isObject(value) && !found.has(method)) found.set(method, { value, from })
  }
  for (const { value: item, from } of items) {
    for (const method of METHODS) add(method, item[method], from)
    const { additionalOperations: more } = item
    if (!isObject(more)) continue
    for (const [method, operation] of Object.entries(more)) add(method, operation, from)
  }
  return [...found]
}

/** An operation, where it is a reference with what stands beside that. */
function behind(
  { value, from }: Place,
  following: { follow: Follow; remark(remark: Remark): void },
): Place<JsonObject> | undefined {
  const found = objectBehind(value, from, following)
  if (!found || found.value === value || !isObject(value)) return found
  const { $ref: _, ...beside } = value
  return { value: { ...found.value, ...beside }, from: found.from }
}

function around({ value: written, from }: Place<JsonObject>, items: readonly Place<JsonObject>[]) {
  const farFirst = [...items].reverse()
  return {
    written,
    from,
    lists: [
      ...farFirst.map((item) => ({ written: item.value.parameters, from: item.from })),
      { written: written.parameters, from },
    ],
    servers: [written.servers, ...items.map((item) => item.value.servers)],
  }
}
