import { expect, it } from 'vitest'
import { z } from 'zod'
import { validationErrorText } from '../../../../src-main/app/requests/validation-error'

const Input = z.strictObject({
  text: z.string().min(1),
  k: z.number().int().max(100),
  names: z.array(z.string().max(3)).min(2),
  show: z.enum(['all', 'failed']),
  deep: z.object({ on: z.boolean() }),
  either: z.union([z.string(), z.number()]).optional(),
})

const good = { text: 'x', k: 1, names: ['a', 'b'], show: 'all', deep: { on: true } }

it.each([
  [{ text: undefined }, 'text is missing'],
  [{ text: 7 }, 'text must be text'],
  [{ text: '' }, 'text must not be empty'],
  [{ k: 101 }, 'k must be at most 100'],
  [{ k: 1.5 }, 'k must be a whole number'],
  [{ k: 'one' }, 'k must be a number'],
  [{ names: ['a'] }, 'names must hold at least 2 entries'],
  [{ names: ['a', 'long'] }, 'names.1 must hold at most 3 characters'],
  [{ show: 'none' }, 'show must be one of all, failed'],
  [{ deep: { on: 1 } }, 'deep.on must be true or false'],
  [{ deep: [] }, 'deep must be an object'],
  [{ either: [] }, 'either does not have the form it must have'],
  [{ dephth: 1 }, 'there is no dephth'],
  [{ text: '', k: 101 }, 'text must not be empty; k must be at most 100'],
])('%j is told as “%s”', (wrong, told) => {
  const input = { ...good, ...wrong }
  const { error } = Input.safeParse(input)
  expect(error && validationErrorText(error, input)).toBe(told)
})

it.each([
  [undefined, 'the input is missing'],
  [null, 'the input must be an object'],
  ['x', 'the input must be an object'],
  [[], 'the input must be an object'],
])('an input that is %j is told as “%s”', (input, told) => {
  const { error } = Input.safeParse(input)
  expect(error && validationErrorText(error, input)).toBe(told)
})

it('of many faults some are told and the rest is counted', () => {
  const input = Array.from({ length: 9 }, () => 1)
  const { error } = z.array(z.string()).safeParse(input)
  expect(error && validationErrorText(error, input)).toMatch(/^0 must be text; .*; and 4 more$/)
})
