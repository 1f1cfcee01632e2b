import {
  byNotes,
  type LintRule,
  type LintSubject,
  type Objection,
  type Pause,
} from '../../authoring/lint/rule'
import { definitionOf } from '../../domain/tool/catalog-tool'
import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool, JsonValue } from '../../domain/tool/tool'
import { isJsonObject } from '../../domain/value/json'
import { counted, definitionLength } from './by-server'

/** Tokens of a definition that are called large. */
const MOST_TOKENS = 2_000
/** JSON has two characters or more to a token, so that a shorter definition is not counted. */
const FEWEST_CHARACTERS = 2 * MOST_TOKENS
/** Definitions that are counted, the longest. */
const MOST_COUNTED = 2_000
/** Parts that are named. */
const NAMED = 3

export const DEFINITION_LARGE: LintRule = {
  id: 'definition-large',
  severity: 'warning',
  title: 'Definition of more than 2,000 tokens',
  why: 'One such tool takes the room of many others in a prompt, and few of them fill an answer.',
  ofCatalog: byNotes(definitionLength, largeAmong),
}

async function largeAmong(
  lengths: readonly number[],
  subject: LintSubject,
  pause: Pause,
): Promise<Objection[]> {
  const long = [...lengths.entries()].filter(([, length]) => length >= FEWEST_CHARACTERS)
  const looked = long.sort(([, a], [, b]) => b - a).slice(0, MOST_COUNTED)
  if (looked.length < long.length) {
    subject.remarks.add(
      `So many definitions are long that only the ${counted(MOST_COUNTED)} longest were counted.`,
    )
  }
  const found: Objection[] = []
  for (const [at] of looked) {
    await pause()
    const objection = objectionTo(at, subject)
    if (objection) found.push(objection)
  }
  return found
}

function objectionTo(at: number, { tools, read, tokensOf }: LintSubject): Objection | undefined {
  const entry = read(at)
  const definition = JSON.stringify(definitionOf(entry))
  const tokens = tokensOf(definition)
  if (tokens <= MOST_TOKENS) return undefined
  const parts = partsOf(entry)
    .slice(0, NAMED)
    .map(({ name, value }) => ({ name, value, tokens: tokensOf(JSON.stringify(value)) }))
    .sort((a, b) => b.tokens - a.tokens)
  const named = parts.map((part) => `${part.name} ${counted(part.tokens)}${enumText(part.value)}`)
  return {
    tool: idOf(tools[at] as CatalogTool),
    where: 'definition',
    about: definition,
    what: `It has ${counted(tokens)} tokens. The largest parts: ${named.join('; ')}.`,
    fix: `Shorten ${parts[0]?.name ?? 'it'}, or move what few need into a tool of its own: at ${counted(MOST_TOKENS)} tokens it costs ${counted(tokens - MOST_TOKENS)} fewer each time that it is given.`,
  }
}

interface Part {
  name: string
  value: JsonValue
  length: number
}

/** The description, each parameter and each shared schema, the longest first. */
function partsOf(entry: CatalogTool): Part[] {
  const { properties, $defs, definitions } = entry.tool.parameters
  const within = (value: JsonValue | undefined, before: string): [string, JsonValue][] =>
    isJsonObject(value)
      ? Object.entries(value).map(([name, each]): [string, JsonValue] => [before + name, each])
      : []
  const sent = entry.layer.modelDescription ?? entry.tool.description
  const parts: [string, JsonValue][] = [
    ['the description', sent],
    ...within(properties, ''),
    ...within($defs, '$defs/'),
    ...within(definitions, 'definitions/'),
  ]
  return parts
    .map(([name, value]) => ({ name, value, length: JSON.stringify(value).length }))
    .sort((a, b) => b.length - a.length)
}

/** Says that most of a part is a choice of values, where it is. */
function enumText(part: JsonValue): string {
  const values = longestEnum(part)
  if (!values || JSON.stringify(values).length * 2 < JSON.stringify(part).length) return ''
  return ` (mostly a choice of ${counted(values.length)} values)`
}

/** The longest choice of values anywhere in a schema. */
function longestEnum(schema: JsonValue): JsonValue[] | undefined {
  let longest: JsonValue[] | undefined
  const waiting: JsonValue[] = [schema]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const values = !Array.isArray(value) && Array.isArray(value.enum) ? value.enum : []
    if (values.length > (longest?.length ?? 0)) longest = values
    waiting.push(...Object.values(value))
  }
  return longest
}
