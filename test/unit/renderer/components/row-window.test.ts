import { expect, test } from 'vitest'
import { rowWindow } from '../../../../src-renderer/components/row-window'

const view = { scrollTop: 0, height: 300, row: 30 }

test('only rows in sight and some around them are drawn, however many there are', () => {
  const { first, last, indices } = rowWindow({ ...view, scrollTop: 30_000, total: 4076 })
  expect(first).toBeLessThanOrEqual(1000)
  expect(last).toBeGreaterThanOrEqual(1010)
  expect(indices.length).toBeLessThan(40)
})

test('the number of rows drawn stays the same from top to bottom', () => {
  const counts = [0, 12_345, 4076 * 30].map(
    (scrollTop) => rowWindow({ ...view, scrollTop, total: 4076 }).indices.length,
  )
  expect(new Set(counts).size).toBe(1)
})

test('a short list is drawn whole and an empty one not at all', () => {
  expect(rowWindow({ ...view, total: 3 }).indices).toEqual([0, 1, 2])
  expect(rowWindow({ ...view, total: 0 }).indices).toEqual([])
})
