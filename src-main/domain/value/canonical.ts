import { isRawJSON, parseExact } from './exact-json'

/**
 * JSON with keys in order, so that only what a value says is compared; an absent value is like
 * undefined.
 */
export const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) => withOrderedKeys(inner))

/** The same value with the keys of every object in order. */
export const ordered = (value: unknown): unknown => parseExact(canonical(value) ?? 'null')

const withOrderedKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJSON(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
