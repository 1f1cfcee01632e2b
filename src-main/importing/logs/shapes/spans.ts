import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../reading/parse-json'
import { objectsIn, textIn, textUnder } from '../read-values'

/** A span of OpenTelemetry, whichever way it is written. */
export interface Span {
  trace: string
  start: number
  failed: boolean
  /** Its own and those of its events. */
  attributes: JsonObject
  events: { name: string; attributes: JsonObject }[]
}

/** The spans of an entry that tell of a model or its tools; none where it is something else. */
export function spansOf(entry: JsonObject): Span[] {
  const resources = entry.resourceSpans ?? entry.resource_spans
  const written = Array.isArray(resources) ? objectsIn(resources).flatMap(spansOfResource) : [entry]
  return written.flatMap((span) => {
    const attributes = attributesOf(span)
    return attributes && isOfModel(attributes) ? [spanOf(span, attributes)] : []
  })
}

const spansOfResource = ({ scopeSpans, scope_spans, instrumentationLibrarySpans }: JsonObject) =>
  objectsIn(scopeSpans ?? scope_spans ?? instrumentationLibrarySpans).flatMap(({ spans }) =>
    objectsIn(spans),
  )

const isOfModel = (attributes: JsonObject): boolean =>
  Object.keys(attributes).some((key) => key.startsWith('gen_ai.'))

/** What a span says, and its events, as a map. */
function attributesOf(span: JsonObject): JsonObject | undefined {
  const own = mapOf(span.attributes) ?? mapOf(span.Attributes)
  if (!own && !isOfModel(span)) return undefined
  const ofEvents = eventsIn(span).map(({ attributes }) => attributes)
  // Names that others chose are never assigned: a map made of entries takes any.
  const entries = [...ofEvents, own ?? span].flatMap((map) => Object.entries(map))
  return Object.fromEntries(entries)
}

const eventsIn = ({ events }: JsonObject): Span['events'] =>
  objectsIn(events).map(({ name, attributes }) => ({
    name: textIn(name) ?? '',
    attributes: mapOf(attributes) ?? {},
  }))

/** Attributes as a map, or as OTLP's list of keys and values. */
function mapOf(attributes: JsonValue | undefined): JsonObject | undefined {
  if (isObject(attributes)) return attributes
  if (!Array.isArray(attributes)) return undefined
  return Object.fromEntries(
    objectsIn(attributes).flatMap(({ key, value }) =>
      typeof key === 'string' ? [[key, plain(value)] as const] : [],
    ),
  )
}

/** A value of OTLP (`{"stringValue": …}`) as the value itself. */
function plain(value: JsonValue | undefined): JsonValue {
  if (!isObject(value)) return value ?? null
  const { arrayValue, kvlistValue, intValue } = value
  if (isObject(arrayValue)) return objectsIn(arrayValue.values).map(plain)
  if (isObject(kvlistValue)) return mapOf(kvlistValue.values) ?? {}
  if (intValue !== undefined) return Number(intValue)
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? null
}

function spanOf(span: JsonObject, attributes: JsonObject): Span {
  const context = isObject(span.context) ? span.context : {}
  const keys = ['traceId', 'trace_id', 'TraceId']
  return {
    trace: textUnder(span, keys) ?? textUnder(context, keys) ?? '',
    start: timeOf(span),
    failed: isError(span) || textIn(attributes['error.type']) !== undefined,
    attributes,
    events: eventsIn(span),
  }
}

const START_KEYS = [
  'startTimeUnixNano',
  'start_time_unix_nano',
  'start_time',
  'startTime',
  'timestamp',
]

function timeOf(span: JsonObject): number {
  const written = START_KEYS.map((key) => span[key]).find((value) => value !== undefined)
  if (typeof written === 'string' && !/^\d+$/.test(written)) return Date.parse(written) || 0
  return Number(written ?? 0) || 0
}

function isError({ status, StatusCode }: JsonObject): boolean {
  const code = isObject(status) ? (status.code ?? status.status_code) : (status ?? StatusCode)
  return code === 2 || /error$/i.test(textIn(code) ?? '')
}
