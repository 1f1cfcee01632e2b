import { LabelOrigin, RewrittenQuery } from '../../domain/golden-set'
import type { JsonObject, JsonValue } from '../../domain/tool'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { cleanJson } from '../reading/clean-json'
import { isObject } from '../reading/json-object'

const TEXT_KEYS = ['text', 'query', 'question', 'user_query']
const ID_KEYS = ['id', 'query_id', 'qid']
const LABEL_KEYS = ['tools', 'tool', 'labels', 'golden_tools', 'expected_tools']
const TOOL_KEYS = ['tool_id', 'tool', 'name', 'id']
const GRADE_KEYS = ['relevance', 'grade']
const OTHER_KEYS = ['calls', 'grades', 'origin', 'rewritten', 'extra']
const KNOWN_KEYS = new Set([...TEXT_KEYS, ...ID_KEYS, ...LABEL_KEYS, ...OTHER_KEYS])

/** Whether `value` reads as a golden query: it has a text and says which tools answer it. */
export const isGoldenQuery = (value: JsonValue): value is JsonObject =>
  isObject(value) &&
  typeof firstOf(value, TEXT_KEYS) === 'string' &&
  firstOf(value, LABEL_KEYS) !== undefined

/** A golden query of our own shape or of the shapes tools near ours write; fields it does not know go to `extra`. */
export function readGoldenQuery(
  written: JsonObject,
  { where, id, origin }: { where: string; id: string; origin: LabelOrigin },
): LabelledQuery {
  const value = cleanJson(written).value
  const labels = readLabels(firstOf(value, LABEL_KEYS))
  const grades = { ...numbersOf(value.grades), ...labels.grades }
  const calls = readCalls(value.calls)
  const rewritten = RewrittenQuery.safeParse(value.rewritten)
  const lists = { ...listOf(value, 'turns'), ...listOf(value, 'tags') }
  const extra = {
    ...(isObject(value.extra) ? value.extra : {}),
    ...Object.fromEntries(
      Object.entries(value).filter(([key]) => !KNOWN_KEYS.has(key) && !isRead(value, key)),
    ),
  }
  return {
    id: textOf(firstOf(value, ID_KEYS)) ?? id,
    text: textOf(firstOf(value, TEXT_KEYS)) ?? '',
    tools: labels.tools,
    ...(Object.keys(grades).length > 0 && { grades }),
    ...(calls.length > 0 && { calls }),
    ...lists,
    origin: LabelOrigin.safeParse(value.origin).data ?? origin,
    ...(rewritten.success && { rewritten: rewritten.data }),
    ...(Object.keys(extra).length > 0 && { extra }),
    where,
  }
}

const LIST_KEYS = ['turns', 'tags']

/** Whether a key holds nothing but texts, which are read as they are: of all else, `extra` keeps what the file says. */
function isRead(value: JsonObject, key: string): boolean {
  const written = value[key]
  if (!LIST_KEYS.includes(key)) return false
  return Array.isArray(written) && written.every((one) => one === '' || textOf(one) !== undefined)
}

/** A list of texts by its key, where there is one; empty texts are left out. */
function listOf<Key extends string>(value: JsonObject, key: Key): Partial<Record<Key, string[]>> {
  const written = value[key]
  const texts = (Array.isArray(written) ? written : []).flatMap((one) => textOf(one) ?? [])
  return texts.length > 0 ? ({ [key]: texts } as Record<Key, string[]>) : {}
}

function firstOf(value: JsonObject, keys: string[]): JsonValue | undefined {
  const key = keys.find((candidate) => candidate in value)
  return key === undefined ? undefined : value[key]
}

const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined

/** Labels as a name, a list of names, or a list of names with grades; a grade of 0 or less says "not this tool". */
function readLabels(value: JsonValue | undefined): {
  tools: string[]
  grades: Record<string, number>
} {
  const tools: string[] = []
  const grades = new Map<string, number>()
  for (const label of Array.isArray(value) ? value : [value ?? []].flat()) {
    const tool = isObject(label) ? textOf(firstOf(label, TOOL_KEYS)) : textOf(label)
    const grade = isObject(label) ? firstOf(label, GRADE_KEYS) : undefined
    if (tool === undefined || Number(grade ?? 1) <= 0) continue
    tools.push(tool)
    if (typeof grade === 'number') grades.set(tool, grade)
  }
  return { tools, grades: Object.fromEntries(grades) }
}

const numbersOf = (value: JsonValue | undefined): Record<string, number> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([key, number]) =>
      typeof number === 'number' ? [[key, number] as const] : [],
    ),
  )

function readCalls(value: JsonValue | undefined): { tool: string; arguments: JsonObject }[] {
  if (!Array.isArray(value)) return []
  return value.filter(isObject).flatMap((call) => {
    const tool = textOf(firstOf(call, TOOL_KEYS))
    return tool === undefined
      ? []
      : [{ tool, arguments: isObject(call.arguments) ? call.arguments : {} }]
  })
}
