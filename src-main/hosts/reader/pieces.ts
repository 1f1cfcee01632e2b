import type { JsonValue } from '../../domain/tool'

/** Characters of a piece, about: parsed in a few milliseconds. */
const PIECE_CHARACTERS = 256 * 1024
/** Characters of what is not taken apart any further, about. */
const PART_CHARACTERS = 16 * 1024

/** What stands at a place of a value: keys from the outside in, none for the value itself. */
type Part = [place: string[], value: JsonValue]

/** A value as JSON in pieces, so that whoever puts it together need not do so at once. */
export function* inPieces(value: JsonValue): Generator<string> {
  let texts: string[] = []
  let characters = 0
  for (const part of partsOf(value, [])) {
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

/** Small parts of a value in order, each list or object that is large before what is in it. */
function* partsOf(value: JsonValue | undefined, place: string[]): Generator<Part> {
  if (value === undefined) return
  if (typeof value !== 'object' || value === null || charactersLeft(value, PART_CHARACTERS) > 0) {
    yield [place, value]
    return
  }
  yield [place, Array.isArray(value) ? [] : {}]
  for (const key of Object.keys(value)) yield* partsOf(childAt(value, key), [...place, key])
}

/** How many of so many characters a value leaves, about; looks at no more of it than they hold. */
function charactersLeft(value: JsonValue | undefined, characters: number): number {
  if (typeof value === 'string') return characters - value.length
  if (typeof value !== 'object' || value === null) return characters - 1
  let left = characters
  for (const key of Object.keys(value)) {
    left = charactersLeft(childAt(value, key), left - key.length)
    if (left <= 0) break
  }
  return left
}

/** Puts a value together of its {@link inPieces}, in their order. */
export function joinPieces(): { add(piece: string): void; value(): JsonValue | undefined } {
  let whole: JsonValue | undefined
  return {
    add(piece) {
      for (const [place, value] of JSON.parse(piece) as Part[]) {
        const key = place.at(-1)
        if (key === undefined) whole = value
        else put(place.slice(0, -1).reduce(childAt, whole), key, value)
      }
    },
    value: () => whole,
  }
}

const childAt = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
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
