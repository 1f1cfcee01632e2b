import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { named } from '../../../domain/value/json'
import { fails, type Check, type Part } from './check'
import { broken, shortJson } from './keywords'
import { isInteger, isNumber } from './numbers'
import { Unchecked } from './unchecked'

/** Whether a value is of the types, and among the values, that a schema allows. */
export function ofAny(check: Check, schema: JsonObject, part: Part): boolean {
  const { value } = part
  let isFine = true
  const type = named(schema, 'type')
  if (type !== undefined) {
    const types = typesOf(type)
    if (!types.some((each) => isOfType(value, each))) {
      const wanted = types.map(worded).join(' or ')
      isFine = fails(part, `is ${worded(typeOf(value))}, not ${wanted}`)
    }
  }
  const allowed = named(schema, 'enum')
  if (allowed !== undefined) {
    if (!Array.isArray(allowed)) throw broken('enum')
    if (!allowed.some((each) => isSame(check, each, value))) {
      isFine = fails(part, `is none of ${shortJson(allowed)}`)
    }
  }
  const only = named(schema, 'const')
  if (only !== undefined && !isSame(check, only, value)) {
    isFine = fails(part, `is not ${shortJson(only)}`)
  }
  return isFine
}

const TYPES = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'])

function typesOf(type: JsonValue): string[] {
  const types = Array.isArray(type) ? type : [type]
  return types.map((each) => {
    if (typeof each === 'string' && TYPES.has(each)) return each
    throw new Unchecked(`its schema names ${shortJson(each)} as a type, which there is none of`)
  })
}

const isOfType = (value: JsonValue, type: string): boolean =>
  type === 'integer' ? isNumber(value) && isInteger(value) : typeOf(value) === type

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return isNumber(value) ? 'number' : typeof value
}

const worded = (type: string): string =>
  type === 'null' ? 'nothing' : /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`

function isSame(check: Check, a: JsonValue, b: JsonValue): boolean {
  check.step()
  if (isNumber(a) && isNumber(b)) return a <= b && a >= b
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => {
      const one = named(a as JsonObject, name)
      const other = named(b as JsonObject, name)
      return one !== undefined && other !== undefined && isSame(check, one, other)
    })
  )
}
