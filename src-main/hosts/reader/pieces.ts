import type { JsonValue } from '../../domain/tool/tool'
import { parseExact } from '../../domain/value/exact-json'

/** Characters of a piece, about: parsed in a few milliseconds. */
const PIECE_CHARACTERS = 256 * 1024
/** Characters of what is not taken apart any further, about. */
const PART_CHARACTERS = 16 * 1024

/** What is put into the list or object at a place, which is the keys from the outside in. */
type Part = [place: string[], entries: [key: string, value: JsonValue][]]

type Container = JsonValue[] | Record<string, JsonValue | undefined>

/** Holds the value that is sent, so that this is put into something as well. */
const HELD = 'value'

/** A value as JSON in pieces, so that whoever puts it together need not do so at once. */
export function* inPieces(value: JsonValue): Generator<string> {
  let texts: string[] = []
  let characters = 0
  for (const part of partsOf({ [HELD]: value }, [])) {
    const text = JSON.stringify(part)
    texts.push(text)
    characters += text.length
    if (characters < PIECE_CHARACTERS) continue
    yield `[${texts.join()}]`
    texts = []
    characters = 0
  }
  if (texts.length > 0) yield `[${texts.join()}]`
}

/**
 * Small parts in order: entries that are next to each other together, a large one empty before what
 * is in it.
 */
function* partsOf(container: Container, place: string[]): Generator<Part> {
  let entries: Part[1] = []
  let left = PART_CHARACTERS
  for (const key of Object.keys(container)) {
    const value = childAt(container, key)
    if (value === undefined) continue
    let after = charactersLeft(value, left)
    if (after <= 0) {
      if (entries.length > 0) yield [place, entries]
      entries = []
      after = charactersLeft(value, PART_CHARACTERS)
    }
    if (after > 0 || !isContainer(value)) {
      entries.push([key, value])
      left = after
    } else {
      yield [place, [[key, Array.isArray(value) ? [] : {}]]]
      yield* partsOf(value, [...place, key])
      left = PART_CHARACTERS
    }
  }
  if (entries.length > 0) yield [place, entries]
}

const isContainer = (value: JsonValue | undefined): value is Container & JsonValue =>
  typeof value === 'object' && value !== null

/** How many of so many characters a value leaves, about; looks at no more of it than they hold. */
function charactersLeft(value: JsonValue | undefined, characters: number): number {
  if (typeof value === 'string') return characters - value.length
  if (!isContainer(value)) return characters - 1
  let left = characters
  for (const key of Object.keys(value)) {
    left = charactersLeft(childAt(value, key), left - key.length)
    if (left <= 0) break
  }
  return left
}

/** Puts a value together of its {@link inPieces}, in their order. */
export function joinPieces(): { add(piece: string): void; value(): JsonValue | undefined } {
  const holder: JsonValue = {}
  return {
    add(piece) {
      for (const [place, entries] of parseExact(piece) as Part[]) {
        const into = place.reduce<JsonValue | undefined>(childAt, holder)
        for (const [key, value] of entries) put(into, key, value)
      }
    },
    value: () => childAt(holder, HELD),
  }
}

const childAt = (value: Container | JsonValue | undefined, key: string): JsonValue | undefined =>
  (value as Record<string, JsonValue | undefined> | undefined)?.[key]

/** Defined rather than assigned, for a key may be called `__proto__`. */
function put(into: JsonValue | undefined, key: string, value: JsonValue): void {
  if (Array.isArray(into)) into.push(value)
  else {
    Object.defineProperty(into, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }
}
