import type { JsonValue } from '../../domain/tool'
import { cleanJson } from '../reading/clean-json'

/** What a model wrote where prose was asked for: models sometimes answer with an object. */
export function proseOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(cleanJson(value).value)
}

/** An id, which some files write as a number; undefined where the value is none. */
export const idOf = (value: JsonValue | undefined): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? String(value)
    : undefined
