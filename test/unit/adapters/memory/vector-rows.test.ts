import { expect, test } from 'vitest'
import { vectorRows } from '../../../../src-main/adapters/memory/vector-rows'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'

test('rows beyond 4 GiB score as fewer do, to the last bit', () => {
  const dimensions = 1_024
  const random = randomNumbers(3)
  const made = () => Float32Array.from({ length: dimensions }, () => random() - 0.5)
  const query = made()
  const one = made()
  const other = made()
  const vectors = Array<Float32Array>(2 ** 20).fill(one)
  vectors[7] = other
  const scoresOf = (all: readonly Float32Array[], wanted: number[]) => {
    const rows = vectorRows(all, dimensions)
    const scores = new Float64Array(all.length)
    rows.score(query, Uint32Array.from(wanted), scores)
    expect(wanted.map((at) => rows.row(at))).toEqual(wanted.map((at) => all[at]))
    return wanted.map((at) => scores[at])
  }
  expect(scoresOf(vectors, [0, 7, 2 ** 20 - 1])).toEqual(scoresOf([one, other, one], [0, 1, 2]))
})
