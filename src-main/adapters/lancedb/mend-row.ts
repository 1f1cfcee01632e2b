import type { z } from 'zod'

/** Parts of a row that may be mended: more than that, and it was never a row of ours. */
const MOST_MENDED = 50

/**
 * A row of an archive without the values that JSON could not hold: earlier versions of Pegboard kept grades and means that
 * were no finite numbers, which JSON writes as null. Nothing where something else is wrong. `dropped` says where they were.
 */
export function mendRow<T>(
  schema: z.ZodType<T>,
  row: unknown,
): { value: T; dropped: string[] } | undefined {
  const mended = structuredClone(row)
  const dropped: string[] = []
  for (let turn = 0; turn <= MOST_MENDED; turn++) {
    const parsed = schema.safeParse(mended)
    if (parsed.success) return { value: parsed.data, dropped }
    const path = parsed.error.issues[0]?.path.map(String) ?? []
    // What lacks a part that was dropped goes as a whole.
    const part = partAt(mended, dropped.includes(path.join('.')) ? path.slice(0, -1) : path)
    if (!part || (part.value !== null && !dropped.includes(path.join('.')))) return undefined
    Reflect.deleteProperty(part.holder, part.path.at(-1) ?? '')
    dropped.push(part.path.join('.'))
  }
  return undefined
}

interface Part {
  value: unknown
  holder: Record<string, unknown>
  path: string[]
}

/** What stands at a path; a list stands for its items. */
function partAt(row: unknown, path: string[]): Part | undefined {
  let holder: unknown = row
  for (const [depth, key] of path.entries()) {
    if (typeof holder !== 'object' || holder === null) return undefined
    const record = holder as Record<string, unknown>
    const value = record[key]
    const isLast = depth === path.length - 1
    const isList = Array.isArray(value) && depth === path.length - 2
    const item = isList ? (value as unknown[])[Number(path.at(-1))] : undefined
    if (isLast || item === null) {
      return { value: isLast ? value : item, holder: record, path: path.slice(0, depth + 1) }
    }
    holder = value
  }
  return undefined
}
