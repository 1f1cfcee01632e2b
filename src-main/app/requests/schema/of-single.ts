import { format as formats } from '@cfworker/json-schema'
import type { JsonObject } from '../../../domain/tool/tool'
import { named } from '../../../domain/value/json'
import { fails, type Check, type Part } from './check'
import { boundsOf, exclusiveOf, numberOf, shortened, textOf } from './keywords'
import { isMultipleOf, type AnyNumber } from './numbers'
import { charactersIn } from './pattern'

/** Formats that the standard names; each is looked for in a time that grows with the text. */
const FORMATS = new Set([
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
])
/** Characters of a text whose format is looked at. */
const LONGEST_FORMATTED = 5_000

/** Whether a text is as long, and written, as a schema asks. */
export function ofText(check: Check, schema: JsonObject, part: Part<string>): boolean {
  const { value } = part
  let isFine = true
  const { least, most } = boundsOf(schema, ['minLength', 'maxLength'])
  const length = charactersIn(value)
  if (length < least) isFine = fails(part, `has fewer than ${least} characters`)
  if (length > most) isFine = fails(part, `has more than ${most} characters`)
  const pattern = textOf(schema, 'pattern')
  if (pattern !== undefined && !check.isFound(pattern, value, part.at)) {
    isFine = fails(part, `is not written as ${shortened(pattern)} asks`)
  }
  const format = named(schema, 'format')
  const isLookedAt = typeof format === 'string' && FORMATS.has(format)
  if (isLookedAt && value.length <= LONGEST_FORMATTED && formats[format]?.(value) === false) {
    isFine = fails(part, `is no ${format}`)
  }
  return isFine
}

/** Whether a number is within the bounds of a schema. */
export function ofNumber(schema: JsonObject, part: Part<AnyNumber>): boolean {
  const { value } = part
  const least = numberOf(schema, 'minimum')
  const most = numberOf(schema, 'maximum')
  const above = exclusiveOf(schema, 'exclusiveMinimum', least)
  const below = exclusiveOf(schema, 'exclusiveMaximum', most)
  const divisor = numberOf(schema, 'multipleOf')
  let isFine = true
  if (least !== undefined && value < least) isFine = fails(part, `is less than ${least}`)
  if (most !== undefined && value > most) isFine = fails(part, `is more than ${most}`)
  if (above !== undefined && value <= above) isFine = fails(part, `is not more than ${above}`)
  if (below !== undefined && value >= below) isFine = fails(part, `is not less than ${below}`)
  if (divisor !== undefined && !isMultipleOf(value, divisor)) {
    isFine = fails(part, `is no multiple of ${divisor}`)
  }
  return isFine
}
