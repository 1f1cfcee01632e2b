import type { JsonObject } from '../../domain/tool/tool'
import type { Fault, Place } from './schema/check'
import { schemaDocument, type SchemaDocument } from './schema/document'
import { Unchecked } from './schema/unchecked'
import { faultsAgainst } from './schema/validate'

/** What is wrong with one argument. */
export interface ArgumentFault {
  /** Where: `to`, `to[0].name`; empty for the arguments as a whole. */
  path: string
  why: string
}

/**
 * What holding arguments against a schema gave; `unchecked` says why that could not be done, as a
 * clause.
 */
export interface CheckedArguments {
  faults: ArgumentFault[]
  unchecked?: string
}

/** Enough to see what a model got wrong. */
const MOST_TOLD = 20

/** Holds a call's arguments against the tool's schema; both are untrusted. */
export function argumentFaults(schema: JsonObject, given: JsonObject): CheckedArguments {
  const { faults, unchecked } = placedFaults(schema, given)
  return { faults: distinctFaults(faults), ...(unchecked !== undefined && { unchecked }) }
}

/** Faults with their places, of which others may be mended. */
export function placedFaults(
  schema: JsonObject,
  given: JsonObject,
): { faults: Fault[]; unchecked?: string } {
  try {
    return { faults: faultsAgainst(documentOf(schema), given) }
  } catch (error) {
    if (error instanceof Unchecked) return { faults: [], unchecked: error.message }
    // Each level of a schema within schemas takes a part of the stack.
    if (error instanceof RangeError)
      return { faults: [], unchecked: 'its schema is nested too deeply' }
    throw error
  }
}

/** The same place and reason once, and no more than are read. */
export function distinctFaults(faults: readonly Fault[]): ArgumentFault[] {
  const told = new Map<string, ArgumentFault>()
  for (const { at, why } of faults) {
    if (told.size >= MOST_TOLD) break
    const path = pathText(at)
    told.set(`${path} ${why}`, { path, why })
  }
  return [...told.values()]
}

/** As a person writes it: `to[0].name`. */
export const pathText = (at: Place): string =>
  at.reduce<string>(
    (path, part) =>
      typeof part === 'number' ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`,
    '',
  )

/** Schemas live as long as their catalog. */
const documents = new WeakMap<JsonObject, SchemaDocument>()

function documentOf(schema: JsonObject): SchemaDocument {
  const known = documents.get(schema) ?? schemaDocument(schema)
  documents.set(schema, known)
  return known
}
