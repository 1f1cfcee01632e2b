import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isJsonObject } from '../../../domain/value/json'
import {
  addSpoken,
  deeper,
  fails,
  nothingSpoken,
  untold,
  type Check,
  type Fault,
  type Part,
  type Place,
} from './check'
import type { Schema, SchemaDocument } from './document'
import { schemaOf, schemasOf, shortened, textOf } from './keywords'
import { isNumber } from './numbers'
import { ofAny } from './of-any'
import { ofList } from './of-list'
import { ofObject } from './of-object'
import { ofNumber, ofText } from './of-single'
import { textPattern, type TextPattern } from './pattern'
import { Unchecked } from './unchecked'

/**
 * Of a check, at most: schemas held against parts of the value, and steps of patterns at
 * characters. Either is a few hundred milliseconds.
 */
const MOST_STEPS = 100_000
const MOST_PATTERN_STEPS = 3_000_000
/** What so small a pattern finds at a character is soon known, and only looked up from then on. */
const SMALL_PATTERN = 20
/**
 * Levels of schemas within schemas: one that refers to itself on the same value would go on without
 * end.
 */
const DEEPEST = 600

/**
 * What of a value does not fit a schema. Both are untrusted: the work is bounded, and patterns are
 * run without going back and forth.
 * @throws Unchecked where that cannot be said
 */
export function faultsAgainst(document: SchemaDocument, value: JsonValue): Fault[] {
  const told: Fault[] = []
  const spoken = document.asksLeftOver ? nothingSpoken() : undefined
  checkBy(document).holds(document.root, { value, at: [], told, spoken, depth: 0 })
  return told
}

function checkBy(document: SchemaDocument): Check {
  let steps = 0
  const check: Check = {
    document,
    holds: (schema, part) => holds(check, schema, part),
    isFound: patternFinder(),
    step(count = 1) {
      steps += count
      if (steps > MOST_STEPS) throw new Unchecked('holding them against its schema takes too long')
    },
  }
  return check
}

function patternFinder(): Check['isFound'] {
  const known = new Map<string, TextPattern>()
  let steps = 0
  return (written, text, at) => {
    const pattern = known.get(written) ?? readPattern(written, at)
    known.set(written, pattern)
    steps += (pattern.steps > SMALL_PATTERN ? pattern.steps : 1) * (text.length + 1)
    if (steps > MOST_PATTERN_STEPS) {
      throw new Unchecked(patternText(at, written, 'it takes too long on so long a text'))
    }
    return pattern.isIn(text)
  }
}

function readPattern(written: string, at: Place): TextPattern {
  try {
    return textPattern(written)
  } catch (error) {
    if (!(error instanceof Unchecked)) throw error
    throw new Unchecked(patternText(at, written, error.message))
  }
}

const patternText = (at: Place, pattern: string, why: string): string =>
  `the pattern ${shortened(pattern)} of “${at.join('.')}” cannot be run: ${why}`

function holds(check: Check, schema: Schema, part: Part): boolean {
  check.step()
  if (schema === true) return true
  if (schema === false) return fails(part, 'is not a parameter of this tool')
  if (part.depth > DEEPEST) {
    throw new Unchecked('its schema refers to itself without end, or is nested too deeply')
  }
  const own: Part = { ...part, spoken: part.spoken && nothingSpoken() }
  const followed = ofReferences(check, schema, own)
  const { draft } = check.document
  // Once, what stood beside a reference did not count.
  const isAlone = followed !== undefined && (draft === '4' || draft === '6–7')
  const fits = isAlone ? followed : ofKeywords(check, schema, own) && followed !== false
  if (fits) addSpoken(part.spoken, own.spoken)
  return fits
}

function ofKeywords(check: Check, schema: JsonObject, part: Part): boolean {
  const { value } = part
  const isFine = [
    ofAny(check, schema, part),
    ofAlternatives(check, schema, part),
    ofCondition(check, schema, part),
  ].every(Boolean)
  if (typeof value === 'string') return ofText(check, schema, { ...part, value }) && isFine
  if (isNumber(value)) return ofNumber(schema, { ...part, value }) && isFine
  if (Array.isArray(value)) return ofList(check, schema, { ...part, value }) && isFine
  if (isJsonObject(value)) return ofObject(check, schema, { ...part, value }) && isFine
  return isFine
}

/** Whether what it refers to holds; undefined where it refers to nothing. */
function ofReferences(check: Check, schema: JsonObject, part: Part): boolean | undefined {
  const { document } = check
  const all: Schema[] = []
  const plain = textOf(schema, '$ref')
  if (plain !== undefined) all.push(document.resolve(schema, plain))
  const dynamic = textOf(schema, '$dynamicRef')
  if (dynamic !== undefined) all.push(document.resolveDynamic(schema, dynamic))
  const recursive = textOf(schema, '$recursiveRef')
  if (recursive !== undefined) {
    const found = document.resolve(schema, recursive)
    if (isJsonObject(found) && found['$recursiveAnchor'] === true) {
      throw new Unchecked('“$recursiveRef” of its schema means one thing here and another there')
    }
    all.push(found)
  }
  if (all.length === 0) return undefined
  return all.map((to) => check.holds(to, deeper(part))).every(Boolean)
}

function ofAlternatives(check: Check, schema: JsonObject, part: Part): boolean {
  let isFine = true
  for (const each of schemasOf(schema, 'allOf') ?? []) {
    if (!check.holds(each, deeper(part))) isFine = false
  }
  const some = schemasOf(schema, 'anyOf')
  if (some) {
    const tried = some.map((each) => tryOut(check, each, part))
    if (!tried.some(({ fits }) => fits)) isFine = failsAll(tried, part)
  }
  const one = schemasOf(schema, 'oneOf')
  if (one) {
    const tried = one.map((each) => tryOut(check, each, part))
    const fitting = tried.filter(({ fits }) => fits).length
    if (fitting === 0) isFine = failsAll(tried, part)
    else if (fitting > 1) isFine = fails(part, 'fits several of what is allowed here, not one')
  }
  const not = schemaOf(schema, 'not')
  if (not === undefined) return isFine
  const apart = { ...untold(deeper(part)), spoken: part.spoken && nothingSpoken() }
  return check.holds(not, apart) ? fails(part, 'is just what is not allowed here') : isFine
}

function tryOut(check: Check, schema: Schema, part: Part): { fits: boolean; faults: Fault[] } {
  const faults: Fault[] = []
  return { fits: check.holds(schema, { ...deeper(part), told: faults }), faults }
}

/**
 * Of alternatives none fits; where just one is meant by what the value is, what it lacks is told.
 */
function failsAll(tried: readonly { faults: Fault[] }[], part: Part): false {
  const isWithin = ({ at }: Fault) => at.length > part.at.length
  const meant = tried.filter(({ faults }) => faults.every(isWithin))
  const [only] = meant
  if (!only || meant.length > 1) return fails(part, 'fits none of what is allowed here')
  for (const { at, why } of only.faults) fails({ at, told: part.told }, why)
  return false
}

function ofCondition(check: Check, schema: JsonObject, part: Part): boolean {
  const condition = schemaOf(schema, 'if')
  if (condition === undefined || check.document.draft === '4') return true
  const then = schemaOf(schema, check.holds(condition, untold(deeper(part))) ? 'then' : 'else')
  return then === undefined || check.holds(then, deeper(part))
}
