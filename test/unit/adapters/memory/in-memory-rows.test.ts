import fc from 'fast-check'
import { expect, it } from 'vitest'
import { holdRowsInMemory } from '../../../../src-main/adapters/memory/in-memory-rows/hold-rows'
import { ROW_PRODUCTS } from '../../../../src-main/adapters/memory/in-memory-rows/row-products-bytes'
import { plainRows } from '../../../../src-main/pipeline/knowledge-base/kit-parts'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'
import { compiledBytes, COMPILED } from '../../../config/compile-dot-products.mjs'

it('rows of any number and length are multiplied as they are one by one', () => {
  const size = fc.integer({ min: 1, max: 37 })
  fc.assert(
    fc.property(fc.nat(23), size, fc.integer({ min: 0, max: 99 }), (count, dimensions, seed) => {
      const random = randomNumbers(seed)
      const held = holdRowsInMemory(count, dimensions)
      const plain = plainRows(count, dimensions)
      for (let at = 0; at < count; at++) {
        for (let column = 0; column < dimensions; column++) {
          const value = random() - 0.5
          held.row(at)[column] = value
          plain.row(at)[column] = value
        }
      }
      const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5)
      const found = held.products(vector)
      const wanted = plain.products(vector)
      expect(found).toHaveLength(count)
      found.forEach((value, at) => expect(value).toBeCloseTo(wanted[at] as number, 5))
    }),
  )
})

it('more memory than one page is held, and a second product takes the place of the first', () => {
  const held = holdRowsInMemory(3_000, 64)
  held.row(2_999).fill(1)
  expect(held.products(new Float32Array(64).fill(2))[2_999]).toBe(128)
  expect(held.products(new Float32Array(64))[2_999]).toBe(0)
})

it('the compiled products are what their text says', async () => {
  expect(ROW_PRODUCTS.toString('hex')).toBe(
    (await compiledBytes(COMPILED.ROW_PRODUCTS)).toString('hex'),
  )
})
