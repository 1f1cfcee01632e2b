import type { JsonObject, JsonValue } from '../tool/tool'

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Levels of lists and objects within one another: beyond, nothing means anything, and reading it
 * could end a program.
 */
export const MOST_LEVELS = 200

/** Whether lists and objects stand in one another on more than `levels` levels. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels <= 0) return true
  const children: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return children.some((child) => isNestedDeeper(child, levels - 1))
}

/** What `values` has under a name that others chose; nothing that every object inherits. */
export const named = <Value>(
  values: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (values && Object.hasOwn(values, name) ? values[name] : undefined)
