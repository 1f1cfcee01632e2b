import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rowScores } from '../../../../src-main/adapters/memory/memory-vector-index'
import { dotProduct, vectorRows } from '../../../../src-main/adapters/memory/vector-rows'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'

const ROWS = 30
const random = randomNumbers(3)
const vector = () => Float32Array.from({ length: 8 }, random)
const rows = vectorRows(Array.from({ length: ROWS }, vector), 8)
const queries = Array.from({ length: 40 }, vector)
const [first, second, third] = queries as [Float32Array, Float32Array, Float32Array]
const all = Uint32Array.from({ length: ROWS }, (_, at) => at)

it('gives the scores of the rows wanted, whatever was asked before', () => {
  const call = fc.record({
    query: fc.constantFrom(...queries),
    wanted: fc.uniqueArray(fc.nat(ROWS - 1), { maxLength: ROWS }),
    once: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(call, { maxLength: 80 }),
      fc.integer({ min: 0, max: 4 }),
      (calls, most) => {
        const scores = rowScores(rows, most * ROWS)
        for (const { query, wanted, once } of calls) {
          const found = scores[once ? 'once' : 'of'](query, Uint32Array.from(wanted))
          for (const row of wanted) {
            expect(found[row]).toBe(dotProduct(query, rows.row(row)))
          }
        }
      },
    ),
  )
})

it('keeps those of queries that come back, as far as there is room', () => {
  const scores = rowScores(rows, 2 * ROWS)
  for (const query of queries) scores.of(query, all)
  expect(queries.some((query) => scores.keeps(query))).toBe(false)
  for (const query of [first, second, third]) scores.of(query, all)
  expect([first, second, third].map((query) => scores.keeps(query))).toEqual([true, true, false])
})

it('makes room for others once many were refused', () => {
  const scores = rowScores(rows, 2 * ROWS)
  for (let time = 0; time < 2; time++) for (const query of [first, second]) scores.of(query, all)
  expect(scores.keeps(first)).toBe(true)
  for (let time = 0; time < 8; time++) scores.of(third, all)
  expect(scores.keeps(third)).toBe(true)
})
