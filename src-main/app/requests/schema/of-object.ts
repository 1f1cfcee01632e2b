import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { named } from '../../../domain/value/json'
import { deeper, fails, untold, within, type Check, type Part } from './check'
import type { Schema } from './document'
import { boundsOf, broken, mapOf, namesOf, schemaIn, schemaOf } from './keywords'

/** Whether an object, and what is in it, are what a schema asks. */
export function ofObject(check: Check, schema: JsonObject, part: Part<JsonObject>): boolean {
  const { value } = part
  const names = Object.keys(value)
  let isFine = true
  const { least, most } = boundsOf(schema, ['minProperties', 'maxProperties'])
  if (names.length < least) isFine = fails(part, 'holds too few fields')
  if (names.length > most) isFine = fails(part, 'holds too many fields')
  for (const name of namesOf(schema, 'required')) {
    if (!Object.hasOwn(value, name)) isFine = fails(fieldOf(part, name), 'is missing')
  }
  if (!ofDependents(check, schema, part)) isFine = false
  if (!ofFields(check, schema, part)) isFine = false
  return ofLeftOver(check, schema, part) && isFine
}

const fieldOf = ({ at, told }: Part, name: string): Pick<Part, 'at' | 'told'> => ({
  at: [...at, name],
  told,
})

/** What is asked where a field is there. */
function ofDependents(check: Check, schema: JsonObject, part: Part<JsonObject>): boolean {
  let isFine = true
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    for (const [name, asked] of Object.entries(mapOf(schema, keyword))) {
      check.step()
      if (!Object.hasOwn(part.value, name)) continue
      if (!Array.isArray(asked)) {
        if (!check.holds(schemaIn(asked, keyword), deeper(part))) isFine = false
        continue
      }
      for (const other of asked) {
        if (typeof other !== 'string') throw broken(keyword)
        if (Object.hasOwn(part.value, other)) continue
        isFine = fails(fieldOf(part, other), `is missing, as “${name}” is there`)
      }
    }
  }
  return isFine
}

function ofFields(check: Check, schema: JsonObject, part: Part<JsonObject>): boolean {
  const properties = mapOf(schema, 'properties')
  const byPattern = Object.entries(mapOf(schema, 'patternProperties'))
  const others = schemaOf(schema, 'additionalProperties')
  const ofName = schemaOf(schema, 'propertyNames')
  let isFine = true
  for (const [name, value] of Object.entries(part.value)) {
    check.step()
    const field = within(part, name, value)
    if (ofName !== undefined && !check.holds(ofName, untold({ ...field, value: name }))) {
      isFine = fails(field, 'is no name of a field that is allowed here')
    }
    const all: Schema[] = byPattern
      .filter(([pattern]) => check.isFound(pattern, name, field.at))
      .map(([, to]) => schemaIn(to, 'patternProperties'))
    const own = named(properties, name)
    if (own !== undefined) all.unshift(schemaIn(own, 'properties'))
    if (all.length === 0 && others !== undefined) all.push(others)
    for (const to of all) if (!check.holds(to, field)) isFine = false
    if (all.length > 0) part.spoken?.names.add(name)
  }
  return isFine
}

function ofLeftOver(check: Check, schema: JsonObject, part: Part<JsonObject>): boolean {
  const { value, spoken } = part
  const leftOver = schemaOf(schema, 'unevaluatedProperties')
  if (leftOver === undefined || !spoken) return true
  let isFine = true
  for (const name of Object.keys(value)) {
    const isSpokenOf = spoken.names.has(name)
    const field = within(part, name, value[name] as JsonValue)
    if (!isSpokenOf && !check.holds(leftOver, field)) isFine = false
    spoken.names.add(name)
  }
  return isFine
}
