import { z } from 'zod'

/**
 * An object of names that others chose → values. Unlike `z.record` it keeps a value called
 * `__proto__`, as a parameter or a tool may be.
 */
export const byName = <Value>(value: z.ZodType<Value>): z.ZodType<Record<string, Value>> =>
  z.custom<Record<string, Value>>(isPlainObject, 'Not an object').transform((written, context) => {
    const entries = Object.entries(written).map(([name, inner]) => {
      const read = value.safeParse(inner)
      if (read.success) return [name, read.data] as const
      for (const { path, message } of read.error.issues) {
        context.addIssue({ code: 'custom', path: [name, ...path], message })
      }
      return [name, inner] as const
    })
    return Object.fromEntries(entries)
  })

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)
