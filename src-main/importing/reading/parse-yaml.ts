import { CORE_SCHEMA, defineScalarTag, intCoreTag, load, mergeTag, YAMLException } from 'js-yaml'
import type { JsonValue } from '../../domain/tool/tool'
import { exactInteger } from '../../domain/value/exact-json'
import { MOST_LEVELS } from '../../domain/value/json'
import { jsonIn, type Alteration } from './parse-json'
import { UnreadableFile } from './place'

/** Integers with all their digits, which js-yaml makes numbers of. */
const exactInt = defineScalarTag<number | bigint>(intCoreTag.tagName, {
  ...intCoreTag,
  resolve(source, isExplicit, tagName) {
    const value = intCoreTag.resolve(source, isExplicit, tagName)
    return typeof value !== 'number' || Number.isSafeInteger(value)
      ? value
      : exactInteger(value, inDecimals(source))
  },
})

/** `+0x10` as `16`; beyond what anyone writes, as it is. */
function inDecimals(source: string): string {
  if (source.length > 1_000) return source
  const digits = BigInt(source.replace(/^[+-]/, '')).toString()
  return source.startsWith('-') ? `-${digits}` : digits
}

/**
 * No tags but those of JSON's values, and `<<`: what a file says is data, never code. Dates stay
 * texts.
 */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag, exactInt)

/** Far more than people write by hand. */
const MOST_ALIASES = 100_000

/** What a document may come to once each alias stands for what it names: characters, and values. */
const MOST_EXPANDED = 64 * 1024 * 1024

/**
 * The value of a YAML document, as JSON. An alias that makes much of little is measured before it
 * is followed. What had to be altered is added to `altered`.
 * @throws UnreadableFile naming the line and column at which `text` stops being YAML.
 */
export function parseYaml(path: string, text: string, altered: Alteration[] = []): JsonValue {
  const value = loaded(path, text)
  const json = expanded(value, altered)
  if (json !== undefined) return jsonIn(json, altered) ?? null
  const what = 'has aliases that stand inside what they name, or come to more than 64 MB'
  throw new UnreadableFile(path, what, 'Write it without aliases, or in several files.')
}

const NO_NUMBER: Alteration = {
  why: 'JSON has neither .inf nor .nan: null stands in its place',
  fix: 'Leave it out at its source.',
}

/**
 * The value as JSON, every alias written out; undefined where that is too much, has too many
 * levels, or no end.
 */
function expanded(value: unknown, altered: Alteration[]): string | undefined {
  const kept = (_: string, inner: unknown): unknown => {
    if (typeof inner !== 'number' || Number.isFinite(inner)) return inner
    altered.push(NO_NUMBER)
    return null
  }
  try {
    return expandedSize(value) > MOST_EXPANDED ? undefined : JSON.stringify(value ?? null, kept)
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

/**
 * Characters and values of all that is written out; what stands in several places is looked at
 * once. No number is enough for what contains itself.
 */
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
