import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml'
import type { JsonValue } from '../../domain/tool/tool'
import { MOST_LEVELS } from '../../domain/value/json'
import { jsonIn } from './parse-json'
import { UnreadableFile } from './place'

/** No tags but those of JSON's values, and `<<`: what a file says is data, never code. Dates stay texts. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag)

/** Far more than people write by hand. */
const MOST_ALIASES = 100_000

/** What a document may come to once each alias stands for what it names: characters, and values. */
const MOST_EXPANDED = 64 * 1024 * 1024

/**
 * The value of a YAML document, as JSON. An alias that makes much of little is measured before it is followed.
 * @throws UnreadableFile naming the line and column at which `text` stops being YAML.
 */
export function parseYaml(path: string, text: string): JsonValue {
  const value = loaded(path, text)
  const json = expanded(value)
  if (json !== undefined) return jsonIn(json) ?? null
  const what = 'has aliases that stand inside what they name, or come to more than 64 MB'
  throw new UnreadableFile(path, what, 'Write it without aliases, or in several files.')
}

/** The value as JSON, every alias written out; undefined where that is too much, has too many levels, or no end. */
function expanded(value: unknown): string | undefined {
  try {
    return expandedSize(value) > MOST_EXPANDED ? undefined : JSON.stringify(value ?? null)
  } catch {
    return undefined
  }
}

function loaded(path: string, text: string): unknown {
  try {
    return load(text, { schema: SCHEMA, maxDepth: MOST_LEVELS, maxAliases: MOST_ALIASES })
  } catch (error) {
    const { reason, mark } = error instanceof YAMLException ? error : {}
    const place = mark ? ` at line ${mark.line + 1}, column ${mark.column + 1}` : ''
    const why = reason ?? 'it cannot be read'
    const fix = 'Correct the file there and import it again.'
    throw new UnreadableFile(path, `is not valid YAML${place}: ${why}`, fix)
  }
}

/** Characters and values of all that is written out; what stands in several places is looked at once. No number is enough for what contains itself. */
function expandedSize(value: unknown, known = new Map<object, number>()): number {
  if (typeof value === 'string') return value.length + 1
  if (typeof value !== 'object' || value === null) return 1
  const size = known.get(value)
  if (size !== undefined) return size
  known.set(value, Infinity)
  let sum = 1
  for (const [key, child] of Object.entries(value)) sum += key.length + expandedSize(child, known)
  known.set(value, sum)
  return sum
}
