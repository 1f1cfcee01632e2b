import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../../importing/reading/parse-json'
import type { Document, Kind } from './documents'
import { type Field, fieldsOf } from './inputs'
import { type Follow, objectBehind, type Place, type Remark } from './references'
import { readSchema, type SchemaReading } from './schema'
import { contentOf, listStyle, type ParameterLists, schemaInParameter } from './swagger'

/** How an operation is read. */
export interface OperationReading extends Kind {
  follow: Follow
  remark(remark: Remark): void
  /** How much of all schemas together may still be written out. */
  room: { left: number }
}

/** Schemas that one request, or one answer, may have; an answer is kept and never sent. */
const MOST_SCHEMAS = { request: 3_000, response: 2_000 }

/** Runs `read` with a share of the room there is. */
function withRoom(
  side: SchemaReading['side'],
  reading: OperationReading,
  read: (reading: SchemaReading) => JsonValue,
): JsonValue {
  const share = Math.max(0, Math.min(MOST_SCHEMAS[side], reading.room.left))
  const room = { left: share }
  const schema = read({ ...reading, side, room })
  reading.room.left -= share - room.left
  return schema
}

const PLACES = ['path', 'query', 'querystring', 'header'] as const

/** Headers that are the client's own, not parameters (OpenAPI 3, Parameter Object). */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/**
 * What the path, the query and the headers carry: those of the path item, and the operation's in
 * place of them.
 */
export function parameterFields(
  lists: ParameterLists,
  path: string,
  reading: OperationReading,
): Field[] {
  const found = new Map<string, Field[]>()
  for (const { written, from } of lists) {
    for (const entry of Array.isArray(written) ? written : []) {
      const parameter = objectBehind(entry, from, reading)
      if (parameter) setParameter(found, parameter, reading)
    }
  }
  const fields = [...found.values()].flat()
  const all = [...undeclared(path, fields, reading), ...fields]
  return PLACES.flatMap((place) => all.filter((field) => field.in === place))
}

/** Adds a parameter in place of one of its name; names of headers are the same in any case. */
function setParameter(
  found: Map<string, Field[]>,
  parameter: Place<JsonObject>,
  reading: OperationReading,
): void {
  const { name, in: place } = parameter.value
  if (place === 'cookie') reading.remark({ why: 'Parameters in cookies are left out' })
  const known = PLACES.find((each) => each === place)
  if (!known || typeof name !== 'string' || name === '') return
  const isHeader = known === 'header'
  if (isHeader && OWN_HEADERS.has(name.toLowerCase())) return
  const key = `${known} ${isHeader ? name.toLowerCase() : name}`
  found.set(key, fieldsOfParameter({ in: known, name }, parameter, reading))
}

function fieldsOfParameter(
  named: Pick<Field, 'in' | 'name'>,
  { value, from }: Place<JsonObject>,
  reading: OperationReading,
): Field[] {
  const [mediaType, media] = mediaIn(value.content, from, reading)
  const own = value.schema ?? (reading.isSwagger ? schemaInParameter(value) : undefined)
  const at = own === undefined ? media?.from : from
  const written = own ?? media?.value.schema
  const schema = withRoom('request', reading, (each) => readSchema(written, at ?? from, each))
  const required = named.in === 'path' || value.required === true
  const inside = named.in === 'querystring' ? fieldsOf(schema) : undefined
  if (inside && mediaType !== undefined && FORM_TYPE.test(mediaType)) {
    return inside.fields.map(([name, field]) => ({
      in: 'query',
      name,
      schema: field,
      required: required && inside.required.has(name),
    }))
  }
  const how = howOf(value, mediaType, reading)
  return [
    {
      ...named,
      required,
      schema: { ...(isObject(schema) ? schema : {}), ...aboutOf(value) },
      ...(how && { how }),
    },
  ]
}

/** A placeholder of a path, such as `id` in `/rooms/{id}`. */
const PLACEHOLDER = /\{[+#./;?&]?([^{}*=:]{1,200})[^{}]*\}/g

/** Parameters for placeholders of the path that the document forgot. */
function undeclared(path: string, fields: readonly Field[], reading: OperationReading): Field[] {
  if (!path.includes('{')) return []
  const declared = new Set(fields.filter((each) => each.in === 'path').map(({ name }) => name))
  const names = [...path.matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? [])
  const missing = [...new Set(names)].filter((name) => !declared.has(name))
  if (missing.length > 0) {
    reading.remark({
      why: 'Placeholders of a path that no parameter declares became required parameters, of text',
      detail: missing.map((name) => `{${name.slice(0, 60)}}`).join(', '),
      fix: 'Declare them as parameters in the document: then their type and description are known.',
    })
  }
  return missing.map((name) => ({ in: 'path', name, schema: { type: 'string' }, required: true }))
}

/** What a parameter or a body says beside its schema. */
function aboutOf({ description, deprecated }: JsonObject): JsonObject {
  return {
    ...(typeof description === 'string' && description.trim() !== '' && { description }),
    ...(deprecated === true && { deprecated }),
  }
}

/**
 * How a list or an object is written in a path, a query or a header, where the document says so.
 */
function howOf(
  parameter: JsonObject,
  mediaType: string | undefined,
  { isSwagger }: Kind,
): JsonObject | undefined {
  if (isSwagger) {
    const style = listStyle(parameter)
    return Object.keys(style).length > 0 ? style : undefined
  }
  const all = [
    ...styleOf(parameter),
    ...(mediaType === undefined ? [] : [['mediaType', mediaType] as const]),
  ]
  return all.length > 0 ? Object.fromEntries(all) : undefined
}

const styleOf = (written: JsonObject): [string, JsonValue][] =>
  ['style', 'explode', 'allowReserved'].flatMap((key): [string, JsonValue][] => {
    const value = written[key]
    return value === undefined ? [] : [[key, value]]
  })

/** How a field of a form is written, where the document says so. */
function encodingOf(name: string, encoding: JsonValue | undefined): JsonObject | undefined {
  const own = isObject(encoding) && Object.hasOwn(encoding, name) ? encoding[name] : undefined
  const style = isObject(own) ? styleOf(own) : []
  return style.length > 0 ? Object.fromEntries(style) : undefined
}

interface Body {
  fields: Field[]
  /** What the body says of fields it does not name. */
  more: JsonObject
  mediaType?: string
}

/** What the body carries: the fields of an object, or all of it as one field. */
export function bodyFields(
  written: JsonValue | undefined,
  from: Document,
  reading: OperationReading,
): Body {
  const body = written === undefined ? undefined : objectBehind(written, from, reading)
  const [named, media] = body ? mediaIn(body.value.content, body.from, reading) : []
  if (!body || named === undefined) return { fields: [], more: {} }
  const schema = withRoom('request', reading, (each) =>
    readSchema(media?.value.schema, media?.from ?? body.from, each),
  )
  const mediaType = sentAs(named, schema)
  const { required } = body.value
  remarkForms(mediaType, schema, reading)
  const isJson = JSON_TYPE.test(mediaType)
  const inside = isJson || FORM_TYPE.test(mediaType) ? fieldsOf(schema) : undefined
  if (!inside) {
    const whole = isObject(schema) ? schema : {}
    const isTold = isJson && (whole.anyOf ?? whole.oneOf) !== undefined
    if (isTold) {
      reading.remark({ why: 'Bodies of several forms (oneOf, anyOf) are one parameter, “body”' })
    }
    const typed = Object.keys(whole).length > 0 ? whole : textual(mediaType)
    const field = {
      in: 'body' as const,
      name: 'body',
      schema: { ...aboutOf(body.value), ...typed },
    }
    return {
      fields: [{ ...field, required: required === true, isBody: true }],
      more: {},
      mediaType,
    }
  }
  const fields = inside.fields.map(([name, field]) => {
    const how = isJson ? undefined : encodingOf(name, media?.value.encoding)
    return {
      in: 'body' as const,
      name,
      schema: field,
      required: required !== false && inside.required.has(name),
      ...(how && { how }),
    }
  })
  return { fields, more: inside.more, mediaType }
}

/** JSON, or whatever one likes, which servers that take JSON often say. */
const JSON_TYPE = /^[^;]*[/+]json\b|^(\*|application)\/\*/i
const ANY_TYPE = /\*/
const FORM_TYPE = /^(multipart\/|application\/x-www-form-urlencoded)/i

/** Where any type will do, an object is sent as JSON. */
function sentAs(mediaType: string, schema: JsonValue): string {
  const isText = isObject(schema) && schema.type === 'string'
  return ANY_TYPE.test(mediaType) && !isText ? 'application/json' : mediaType
}

/** The form that suits an agent best: JSON, then a form, then whatever comes first. */
function mediaIn(
  content: JsonValue | undefined,
  from: Document,
  reading: OperationReading,
): [type: string, media: Place<JsonObject> | undefined] | [] {
  const all = content === undefined ? undefined : objectBehind(content, from, reading)
  if (!all) return []
  const entries = Object.entries(all.value)
  const [type, media] =
    entries.find(([each]) => JSON_TYPE.test(each) && !ANY_TYPE.test(each)) ??
    entries.find(([each]) => JSON_TYPE.test(each)) ??
    entries.find(([each]) => FORM_TYPE.test(each)) ??
    entries[0] ??
    []
  return type === undefined ? [] : [type, objectBehind(media, all.from, reading)]
}

/** What a body without a schema is. */
const textual = (mediaType: string): JsonObject => {
  if (JSON_TYPE.test(mediaType)) return {}
  return /^text\//i.test(mediaType) ? { type: 'string' } : { type: 'string', format: 'binary' }
}

function remarkForms(mediaType: string, schema: JsonValue, { remark }: OperationReading): void {
  if (FORM_TYPE.test(mediaType)) {
    remark({ why: 'Bodies are sent as forms', detail: mediaType.slice(0, 60) })
  } else if (!JSON_TYPE.test(mediaType)) {
    remark({
      why: 'Bodies are not JSON: they are one parameter, “body”',
      detail: mediaType.slice(0, 60),
    })
  }
  if (!JSON_TYPE.test(mediaType) && holdsFile(schema, mediaType)) {
    const fix = 'An agent can give text only: let what calls the API read the file.'
    remark({ why: 'Bodies carry files (format binary)', fix })
  }
}

function holdsFile(schema: JsonValue, mediaType: string): boolean {
  if (!isObject(schema)) return false
  const { format, contentMediaType, properties, items } = schema
  if (format === 'binary' || format === 'base64' || contentMediaType !== undefined) return true
  if (Object.keys(schema).length === 0) return !/^text\/|^application\/x-www/i.test(mediaType)
  const inner = [...Object.values(isObject(properties) ? properties : {}), items ?? null]
  return inner.some((each) => isObject(each) && holdsFile(each, 'text/plain'))
}

/** The schema of what a successful call returns, where it is JSON. */
export function responseSchema(
  written: JsonValue | undefined,
  from: Document,
  reading: OperationReading & { produces: readonly string[] },
): JsonObject | undefined {
  const responses = written === undefined ? undefined : objectBehind(written, from, reading)
  if (!responses) return undefined
  const { value: byCode } = responses
  const codes = Object.keys(byCode).filter((code) => /^2(\d\d|XX)$/i.test(code))
  for (const code of [...codes, 'default']) {
    const answer = Object.hasOwn(byCode, code) ? byCode[code] : undefined
    const response = objectBehind(answer, responses.from, reading)
    if (!response) continue
    const { value } = response
    const content = reading.isSwagger ? contentOf(value, reading.produces) : value.content
    const [mediaType = '', media] = mediaIn(content, response.from, reading)
    if (!media || !JSON_TYPE.test(mediaType)) continue
    const remark = (said: Remark): void =>
      reading.remark(said.isOfReference ? said : { why: 'What is returned is kept in part' })
    const schema = withRoom('response', { ...reading, remark }, (each) =>
      readSchema(media.value.schema, media.from, each),
    )
    return isObject(schema) && Object.keys(schema).length > 0 ? schema : undefined
  }
  return undefined
}
