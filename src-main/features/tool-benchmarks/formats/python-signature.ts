import type { JsonObject } from '../../../domain/tool/tool'
import { typeSchema } from '../../../importing/catalog/parameter-schema'

/** A signature that means anything is shorter; the limit bounds the time it takes. */
const LONGEST = 20_000

/** A function as its source in Python declares it. */
interface Signature {
  name: string
  /** JSON Schemas of what it takes and, where its type is given, of what it returns. */
  parameters: JsonObject
  response?: JsonObject
}

/**
 * The first function that `source` defines, whatever stands around it; undefined where it defines
 * none.
 */
export function signatureIn(source: string): Signature | undefined {
  const [head = '', name] = /\bdef\s+(\w+)\s*\(/.exec(source.slice(0, LONGEST)) ?? []
  if (name === undefined) return undefined
  const from = source.indexOf(head) + head.length
  const inner = untilClosed(source.slice(from, from + LONGEST))
  const parameters = inner === undefined ? undefined : parametersOf(inner)
  if (inner === undefined || !parameters) return undefined
  const after = source.slice(from + inner.length + 1, from + inner.length + LONGEST)
  const returned = typeSchema(/^\s*->\s*([^\n]*?):\s*(\n|$)/.exec(after)?.[1])
  return { name, parameters, ...(Object.keys(returned).length > 0 && { response: returned }) }
}

/** A call as a name may be written, `crop(image, box)`; undefined where it is a name alone. */
export function callIn(written: string): Signature | undefined {
  const [, name, inner] = /^\s*(\w+)\((.*)\)\s*$/s.exec(written.slice(0, LONGEST)) ?? []
  const parameters = inner === undefined ? undefined : parametersOf(inner)
  return name === undefined || !parameters ? undefined : { name, parameters }
}

/**
 * Parameters as Python writes them, `who: str, when: datetime = None`, as a JSON Schema of type
 * object; undefined where they are none. One without a default is required.
 */
export function parametersOf(inner: string): JsonObject | undefined {
  if (inner.length > LONGEST) return undefined
  const properties = new Map<string, JsonObject>()
  const required: string[] = []
  for (const part of splitAtCommas(inner)) {
    const written = part.trim()
    if (['', '*', '/', 'self', 'cls'].includes(written)) continue
    const [, stars = '', name, type, value] =
      /^(\**)\s*(\w+)\s*(?::\s*([^=]*?))?\s*(?:=\s*(.*))?$/s.exec(written) ?? []
    if (name === undefined) return undefined
    properties.set(name, typeSchema(type))
    if (stars === '' && value === undefined) required.push(name)
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
}

/** The parts of `text` between commas that stand in no bracket and no quotes. */
export function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let start = 0
  for (const { at, character, depth } of outsideQuotes(text)) {
    if (character !== ',' || depth > 0) continue
    parts.push(text.slice(start, at))
    start = at + 1
  }
  return [...parts, text.slice(start)]
}

/** What stands before the bracket that closes one opened before `text`. */
function untilClosed(text: string): string | undefined {
  for (const { at, depth } of outsideQuotes(text)) if (depth < 0) return text.slice(0, at)
  return undefined
}

/** The characters outside quotes, each with how many brackets are open after it. */
function* outsideQuotes(text: string): Generator<{ at: number; character: string; depth: number }> {
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (quote !== '') {
      if (character === '\\') at += 1
      else if (character === quote) quote = ''
      continue
    }
    if (character === "'" || character === '"') {
      quote = character
      continue
    }
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    yield { at, character, depth }
  }
}
