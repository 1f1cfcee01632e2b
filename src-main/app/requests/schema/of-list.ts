import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { canonical } from '../../../domain/value/canonical'
import { named } from '../../../domain/value/json'
import { fails, untold, within, type Check, type Part } from './check'
import type { Schema } from './document'
import { boundsOf, numberOf, schemaOf, schemasOf } from './keywords'

/** Whether a list, and what is in it, are what a schema asks. */
export function ofList(check: Check, schema: JsonObject, part: Part<JsonValue[]>): boolean {
  const { value, spoken } = part
  let isFine = true
  const { least, most } = boundsOf(schema, ['minItems', 'maxItems'])
  if (value.length < least) isFine = fails(part, 'holds too few')
  if (value.length > most) isFine = fails(part, 'holds too many')
  if (named(schema, 'uniqueItems') === true) {
    check.step(value.length)
    const different = new Set(value.map((each) => canonical(each)))
    if (different.size < value.length) isFine = fails(part, 'holds the same twice')
  }
  const { first, others } = schemasOfEntries(schema)
  value.forEach((each, place) => {
    const to = first[place] ?? others
    if (to !== undefined && !check.holds(to, within(part, place, each))) isFine = false
  })
  if (spoken) spoken.upTo = Math.max(spoken.upTo, others === undefined ? first.length : Infinity)
  if (!ofContained(check, schema, part)) isFine = false
  return ofLeftOver(check, schema, part) && isFine
}

/** For entries one by one, and for all after them: older drafts write both in other words. */
function schemasOfEntries(schema: JsonObject): { first: Schema[]; others: Schema | undefined } {
  const isTuple = Array.isArray(named(schema, 'items'))
  const first = schemasOf(schema, 'prefixItems') ?? (isTuple ? schemasOf(schema, 'items') : [])
  return { first: first ?? [], others: schemaOf(schema, isTuple ? 'additionalItems' : 'items') }
}

function ofContained(check: Check, schema: JsonObject, part: Part<JsonValue[]>): boolean {
  const contained = schemaOf(schema, 'contains')
  if (contained === undefined) return true
  let count = 0
  part.value.forEach((each, place) => {
    if (!check.holds(contained, untold(within(part, place, each)))) return
    count += 1
    // Only the newest draft counts what is contained as spoken about.
    if (check.document.draft === '2020-12') part.spoken?.places.add(place)
  })
  if (count < (numberOf(schema, 'minContains') ?? 1)) {
    return fails(part, 'holds too few of what it is to hold')
  }
  const most = numberOf(schema, 'maxContains') ?? Infinity
  return count <= most || fails(part, 'holds too many of what it is to hold')
}

function ofLeftOver(check: Check, schema: JsonObject, part: Part<JsonValue[]>): boolean {
  const { value, spoken } = part
  const leftOver = schemaOf(schema, 'unevaluatedItems')
  if (leftOver === undefined || !spoken) return true
  let isFine = true
  for (let place = spoken.upTo; place < value.length; place++) {
    const isSpokenOf = spoken.places.has(place)
    if (!isSpokenOf && !check.holds(leftOver, within(part, place, value[place] as JsonValue))) {
      isFine = false
    }
  }
  spoken.upTo = Infinity
  return isFine
}
