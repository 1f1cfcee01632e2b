import type { JsonValue } from '../../../domain/tool/tool'
import type { Schema, SchemaDocument } from './document'

/** Where in a value: names of fields, and places in lists. */
export type Place = readonly (string | number)[]

/** What does not fit, and where. */
export interface Fault {
  at: Place
  why: string
}

/**
 * What of a value some schema has spoken about: names of fields, and places in a list up to one, or
 * single ones.
 */
export interface Spoken {
  names: Set<string>
  upTo: number
  places: Set<number>
}

/** A part of a value that a schema is held against. */
export interface Part<Value extends JsonValue = JsonValue> {
  value: Value
  at: Place
  /** Where faults are told; left out where only whether it fits counts. */
  told: Fault[] | undefined
  /** Kept only where some schema asks what was left over. */
  spoken: Spoken | undefined
  /** Schemas that it stands in by now. */
  depth: number
}

/** Holding one value against one schema. */
export interface Check {
  document: SchemaDocument
  /** Whether a schema holds for a part; what does not is told. @throws Unchecked */
  holds(schema: Schema, part: Part): boolean
  /** Whether a pattern is in a text. @throws Unchecked */
  isFound(pattern: string, text: string, at: Place): boolean
  /** Counts work. @throws Unchecked beyond its bound */
  step(count?: number): void
}

/** Faults that are told. */
const MOST_FAULTS = 1_000

/** Tells a fault. */
export function fails({ at, told }: Pick<Part, 'at' | 'told'>, why: string): false {
  if (told && told.length < MOST_FAULTS) told.push({ at, why })
  return false
}

export const nothingSpoken = (): Spoken => ({ names: new Set(), upTo: 0, places: new Set() })

export function addSpoken(to: Spoken | undefined, from: Spoken | undefined): void {
  if (!to || !from) return
  for (const name of from.names) to.names.add(name)
  for (const place of from.places) to.places.add(place)
  to.upTo = Math.max(to.upTo, from.upTo)
}

/** The same value for a schema within a schema. */
export const deeper = (part: Part): Part => ({ ...part, depth: part.depth + 1 })

/** A field or an entry of a part, of which it is asked apart what was left over. */
export const within = (part: Part, at: string | number, value: JsonValue): Part => ({
  value,
  at: [...part.at, at],
  told: part.told,
  depth: part.depth + 1,
  spoken: part.spoken && nothingSpoken(),
})

/** Only whether it fits is asked. */
export const untold = (part: Part): Part => ({ ...part, told: undefined })
