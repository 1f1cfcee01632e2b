import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../../importing/reading/parse-json'
import type { Document } from './documents'
import { type Field, fieldsOf } from './inputs'
import { type Follow, objectBehind, type Remark } from './references'
import { readSchema, type SchemaReading } from './schema'

/** How an operation is read. */
export interface OperationReading {
  follow: Follow
  remark(remark: Remark): void
  isOld: boolean
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

const PLACES = ['path', 'query', 'header'] as const

/** Headers that are the client's own, not parameters (OpenAPI 3, Parameter Object). */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/**
 * What the path, the query and the headers carry: those of the path item, and the operation's in
 * place of them.
 */
export function parameterFields(
  lists: readonly { written: JsonValue | undefined; from: Document }[],
  reading: OperationReading,
): Field[] {
  const found = new Map<string, Field>()
  for (const { written, from } of lists) {
    for (const parameter of Array.isArray(written) ? written : []) {
      const field = parameterField(parameter, from, reading)
      if (field) found.set(`${field.in} ${field.name}`, field)
    }
  }
  return PLACES.flatMap((place) => [...found.values()].filter((field) => field.in === place))
}

function parameterField(
  entry: JsonValue,
  from: Document,
  reading: OperationReading,
): Field | undefined {
  const found = objectBehind(entry, from, reading)
  if (!found) return undefined
  const { name, in: place, content, required } = found.value
  if (place === 'cookie') reading.remark({ why: 'Parameters in cookies are left out' })
  const known = PLACES.find((each) => each === place)
  if (!known || typeof name !== 'string' || name === '') return undefined
  if (known === 'header' && OWN_HEADERS.has(name.toLowerCase())) return undefined
  const [mediaType, media] = isObject(content) ? (Object.entries(content)[0] ?? []) : []
  const written = found.value.schema ?? (isObject(media) ? media.schema : undefined)
  const schema = withRoom('request', reading, (each) => readSchema(written, found.from, each))
  const how = howOf(found.value, mediaType)
  return {
    in: known,
    name,
    required: known === 'path' || required === true,
    schema: { ...(isObject(schema) ? schema : {}), ...aboutOf(found.value) },
    ...(how && { how }),
  }
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
function howOf(parameter: JsonObject, mediaType: string | undefined): JsonObject | undefined {
  const kept = ['style', 'explode', 'allowReserved'].flatMap((key): [string, JsonValue][] => {
    const value = parameter[key]
    return value === undefined ? [] : [[key, value]]
  })
  const all = [...kept, ...(mediaType === undefined ? [] : [['mediaType', mediaType] as const])]
  return all.length > 0 ? Object.fromEntries(all) : undefined
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
  const [mediaType, media] = body ? mediaOf(body.value.content) : []
  if (!body || mediaType === undefined) return { fields: [], more: {} }
  const schema = withRoom('request', reading, (each) =>
    readSchema(isObject(media) ? media.schema : undefined, body.from, each),
  )
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
  const fields = inside.fields.map(([name, field]) => ({
    in: 'body' as const,
    name,
    schema: field,
    required: required !== false && inside.required.has(name),
  }))
  return { fields, more: inside.more, mediaType }
}

const JSON_TYPE = /^[^;]*[/+]json\b/i
const FORM_TYPE = /^(multipart\/|application\/x-www-form-urlencoded)/i

/** The form that suits an agent best: JSON, then a form, then whatever comes first. */
function mediaOf(content: JsonValue | undefined): [string, JsonValue] | [] {
  const all = isObject(content) ? Object.entries(content) : []
  const best =
    all.find(([type]) => JSON_TYPE.test(type)) ??
    all.find(([type]) => FORM_TYPE.test(type)) ??
    all[0]
  return best ?? []
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
  responses: JsonValue | undefined,
  from: Document,
  reading: OperationReading,
): JsonObject | undefined {
  if (!isObject(responses)) return undefined
  const codes = Object.keys(responses).filter((code) => /^2(\d\d|XX)$/i.test(code))
  for (const code of [...codes, 'default']) {
    const written = Object.hasOwn(responses, code) ? responses[code] : undefined
    const response = written === undefined ? undefined : objectBehind(written, from, reading)
    const [mediaType = '', media] = response ? mediaOf(response.value.content) : []
    if (!response || !isObject(media) || !JSON_TYPE.test(mediaType)) continue
    const remark = (): void => reading.remark({ why: 'What is returned is kept in part' })
    const schema = withRoom('response', { ...reading, remark }, (each) =>
      readSchema(media.schema, response.from, each),
    )
    return isObject(schema) && Object.keys(schema).length > 0 ? schema : undefined
  }
  return undefined
}
