import JSON5 from 'json5'
import type { JsonValue } from '../../domain/tool/tool'
import { jsonIn, type Alteration } from './parse-json'

/** What a text that is no JSON says all the same. */
export interface LooseJson {
  /** The values in it, in order; one alone is the whole text's. */
  values: JsonValue[]
  isWhole: boolean
}

/** Characters of the longest text that is looked at so: JSON5 is read slowly. */
const LONGEST = 4 * 1024 * 1024

/**
 * The values of a text that is nearly JSON: events as servers send them, definitions between
 * `<tools>` in a prompt, JSON5 (comments, commas at the end, single quotes, NaN), or what Python
 * prints. Undefined where it is none of these. Never throws.
 */
export function looseJson(
  path: string,
  text: string,
  altered: Alteration[],
): LooseJson | undefined {
  // A key of YAML looks like a field of an event.
  if (text.length > LONGEST || /\.ya?ml$/i.test(path)) return undefined
  const prompted = ABOUT_PROMPTS.test(path) ? undefined : promptedTools(text)
  return prompted ?? eventsIn(text) ?? json5In(text, altered)
}

/** Texts and programs that show a prompt. */
const ABOUT_PROMPTS = /\.(md|markdown|mdx|html?|rst|adoc|[cm]?[jt]sx?|py|ipynb|java|go|rs|rb|cs)$/i

/** The data of server-sent events, a value each; comments and other fields are passed over. */
function eventsIn(text: string): LooseJson | undefined {
  if (!/^(data|event|id|retry|):/m.test(text.slice(0, 2_000).trimStart())) return undefined
  if (/^\s*[[{]/.test(text)) return undefined
  const values = text.split(/\r?\n\r?\n/).flatMap((event): JsonValue[] => {
    const data = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
    const value = data.length > 0 ? jsonIn(data.join('\n')) : undefined
    return value === undefined ? [] : [value]
  })
  return values.length > 0 ? { values, isWhole: false } : undefined
}

/** The definitions that a prompt has between tags, as Hermes and its like are told of tools. */
function promptedTools(text: string): LooseJson | undefined {
  const values = [...text.matchAll(/<tools>([\s\S]*?)<\/tools>/g)].flatMap(([, inner = '']) => {
    const whole = jsonIn(inner)
    if (whole !== undefined) return Array.isArray(whole) ? whole : [whole]
    return inner.split('\n').flatMap((line) => jsonIn(line) ?? [])
  })
  return values.length > 0 ? { values, isWhole: false } : undefined
}

function json5In(text: string, altered: Alteration[]): LooseJson | undefined {
  const beginning = text.slice(0, 10_000).replace(/^(\s|\/\/.*|\/\*[\s\S]*?\*\/)*/, '')
  if (!/^[[{(]/.test(beginning)) return undefined
  const value = parsed(() => text) ?? parsed(() => fromPython(text))
  if (value === undefined) return undefined
  let isBeyond = false
  const written = JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'number' || Number.isFinite(part)) return part
    isBeyond = true
    return undefined
  })
  const sound = jsonIn(written, altered)
  if (sound === undefined) return undefined
  if (isBeyond) altered.push(BEYOND)
  if (LONG_NUMBER.test(text)) altered.push(LONG)
  return { values: [sound], isWhole: true }
}

const BEYOND: Alteration = {
  why: 'NaN or infinity stands where JSON has a number, and was left out',
  fix: 'Leave the limit out, or write a number, at its source.',
}
const LONG_NUMBER = /[:,[]\s*-?\d{16,}\b/
const LONG: Alteration = {
  why: 'The file is not strict JSON, and its numbers of more than 15 digits may have lost some',
  fix: 'Save it as JSON, without comments and with double quotes, to keep them.',
}

function parsed(text: () => string): JsonValue | undefined {
  try {
    return JSON5.parse(text())
  } catch {
    return undefined
  }
}

const PYTHON = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\b(?:True|False|None)\b|[()]/gs
const IN_JSON: Record<string, string> = {
  True: 'true',
  False: 'false',
  None: 'null',
  '(': '[',
  ')': ']',
}

/** What Python prints of lists and dictionaries, as JSON5. */
const fromPython = (text: string): string => text.replace(PYTHON, (part) => IN_JSON[part] ?? part)
