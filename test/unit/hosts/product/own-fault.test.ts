import { expect, it } from 'vitest'
import { z } from 'zod'
import { ownFault } from '../../../../src-main/hosts/product/own-fault'

it('a fault nobody expected is told in one line, without where in the code it was', () => {
  const { message, fix } = ownFault(new Error('out of luck\n    at secret.js:1:1'))
  expect(message).toBe('Pegboard failed: out of luck')
  expect(fix).toContain('report it')
})

it('what a checker of data says is left out, as nobody can read it', () => {
  const { error } = z.object({ a: z.string() }).safeParse({ a: 1 })
  expect(ownFault(error).message).toBe('Pegboard failed.')
})

it.each(['text', undefined, 7])('also what is no error is told: %j', (thrown) => {
  expect(ownFault(thrown).message).toBe(`Pegboard failed: ${String(thrown)}`)
})
