import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../../importing/reading/parse-json'
import type { Document } from './documents'
import { objectBehind, type Follow, type Place, type Remark } from './references'

/** What OpenAPI 2.0 (Swagger) writes otherwise than 3, as 3 writes it. */

/** Lists of parameters, of the path and of the operation, each with the document it stands in. */
export type ParameterLists = readonly { written: JsonValue | undefined; from: Document }[]

/** What a parameter says that is no part of its schema. */
const NO_SCHEMA =
  /^(name|in|required|description|deprecated|collectionFormat|allowEmptyValue|schema)$/

/** The schema of a parameter that is not the body: 2.0 writes it into the parameter. */
export function schemaInParameter(parameter: JsonObject): JsonObject {
  const entries = Object.entries(parameter).filter(([key]) => !NO_SCHEMA.test(key))
  const schema = Object.fromEntries(entries)
  return schema.type === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema
}

const STYLES: Record<string, { query: JsonObject; other: JsonObject }> = {
  csv: { query: { style: 'form', explode: false }, other: { style: 'simple' } },
  ssv: { query: { style: 'spaceDelimited', explode: false }, other: { style: 'spaceDelimited' } },
  tsv: { query: { style: 'tabDelimited', explode: false }, other: { style: 'tabDelimited' } },
  pipes: { query: { style: 'pipeDelimited', explode: false }, other: { style: 'pipeDelimited' } },
  multi: { query: { style: 'form', explode: true }, other: { style: 'simple' } },
}

/** How a list is written, by `collectionFormat`: with commas where it says nothing. */
export function listStyle({ type, in: place, collectionFormat }: JsonObject): JsonObject {
  if (type !== 'array') return {}
  const format = typeof collectionFormat === 'string' ? collectionFormat : 'csv'
  const style = Object.hasOwn(STYLES, format) ? STYLES[format] : STYLES['csv']
  return style?.[place === 'query' || place === 'formData' ? 'query' : 'other'] ?? {}
}

/** The body as 3 writes it: that of the parameter in the body, or the fields of a form. */
export function bodyOf(
  lists: ParameterLists,
  types: readonly string[],
  following: { follow: Follow; remark(remark: Remark): void },
): Place<JsonObject> | undefined {
  const fields = new Map<string, Place<JsonObject>>()
  let body: Place<JsonObject> | undefined
  for (const { written, from } of lists) {
    for (const entry of Array.isArray(written) ? written : []) {
      const parameter = objectBehind(entry, from, following)
      const { in: place, name } = parameter?.value ?? {}
      if (!parameter || typeof name !== 'string') continue
      if (place === 'body') body = parameter
      if (place === 'formData') fields.set(name, parameter)
    }
  }
  if (body) return wholeBody(body, types)
  const [first] = fields.values()
  return first && { value: formOf(fields, types), from: first.from }
}

function wholeBody({ value, from }: Place<JsonObject>, types: readonly string[]) {
  const { schema = {}, description, required } = value
  const content = Object.fromEntries(types.map((type) => [type, { schema }]))
  const whole: JsonObject = {
    content: types.length > 0 ? content : { 'application/json': { schema } },
    required: required === true,
    ...(description !== undefined && { description }),
  }
  return { value: whole, from }
}

function formOf(
  fields: ReadonlyMap<string, Place<JsonObject>>,
  types: readonly string[],
): JsonObject {
  const all = [...fields]
  const hasFile = all.some(([, { value }]) => value.type === 'file')
  const isWanted = (type: string): boolean => /^multipart\//i.test(type)
  const wanted = hasFile || types.some(isWanted) ? 'multipart/form-data' : URLENCODED
  const entries = all.map(([name, { value }]): [string, JsonValue] => {
    const { description } = value
    const schema = schemaInParameter(value)
    return [name, { ...schema, ...(description !== undefined && { description }) }]
  })
  const required = all.flatMap(([name, { value }]) => (value.required === true ? [name] : []))
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(entries),
    required,
  }
  const encoding = Object.fromEntries(all.map(([name, { value }]) => [name, listStyle(value)]))
  return { content: { [wanted]: { schema, encoding } }, required: required.length > 0 }
}

const URLENCODED = 'application/x-www-form-urlencoded'

/** Media types of an operation, or else those of its document. */
export function typesOf(own: JsonValue | undefined, all: JsonValue | undefined): string[] {
  const [types = []] = [own, all].filter((each) => Array.isArray(each))
  return types.filter((type): type is string => typeof type === 'string')
}

/** The answer as 3 writes it, where it is JSON. */
export function contentOf({ schema }: JsonObject, types: readonly string[]): JsonObject {
  const isFile = isObject(schema) && schema.type === 'file'
  const isJson = types.length === 0 || types.some((type) => /[/+]json\b|\*\/\*/i.test(type))
  return schema !== undefined && isJson && !isFile ? { 'application/json': { schema } } : {}
}

/** The address that paths are relative to. */
export function addressOf({ schemes, host, basePath }: JsonObject): string | undefined {
  const base = typeof basePath === 'string' ? basePath : ''
  if (typeof host !== 'string') return base === '' ? undefined : base
  const all = Array.isArray(schemes) ? schemes : []
  const [first = 'https'] = all.includes('https') ? ['https'] : all
  return `${typeof first === 'string' ? first : 'https'}://${host}${base}`
}
