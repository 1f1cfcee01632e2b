import type { JsonValue } from '../../../domain/tool/tool'
import { parseExact } from '../../../domain/value/exact-json'

/** A value as a person types it: `5` and `true` are no text, `eu-1` is. */
export function typedValue(typed: string): JsonValue {
  try {
    return parseExact(typed)
  } catch {
    return typed
  }
}
