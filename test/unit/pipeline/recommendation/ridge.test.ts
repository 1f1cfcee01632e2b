import { Matrix, solve } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { plainRows } from '../../../../src-main/pipeline/knowledge-base/kit-parts'
import { pastOf, vectorAt, type Past } from '../../../../src-main/pipeline/recommendation/past'
import {
  predicted,
  predictedWithout,
  ridgeOf,
  sumsOf,
} from '../../../../src-main/pipeline/recommendation/ridge'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'
import { id } from '../../../fakes/catalog-tool'

const TOOLS = ['a', 'b', 'c'].map(id)
const PENALTY = 0.5
const pause = () => Promise.resolve()

function someQueries(count: number, dimensions: number): Promise<Past> {
  const random = randomNumbers(3)
  const vectors = plainRows(count, dimensions)
  for (let at = 0; at < count; at++)
    vectors.row(at).forEach((_, i, row) => (row[i] = random() - 0.5))
  const history = Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    query: `${at}`,
    tools: TOOLS.filter(() => random() < 0.5),
  }))
  return pastOf(history, { tools: TOOLS, vectors, termsOf: () => [], pause })
}

const ridgeFrom = async (past: Past, places = [...past.queries.keys()]) =>
  ridgeOf(await sumsOf(past, places, pause), pause)

const asked = Float32Array.from({ length: 5 }, (_, at) => at / 5 - 0.3)

describe('the linear model of every tool', () => {
  it('is the solution of the normal equations', async () => {
    const past = await someQueries(30, 5)
    const rows = new Matrix(past.queries.map((_, at) => [...vectorAt(past, at), 1]))
    const used = new Matrix(
      past.queries.map(({ tools }) => TOOLS.map((_, tool) => (tools.includes(tool) ? 1 : 0))),
    )
    const squares = Matrix.add(rows.transpose().mmul(rows), Matrix.eye(6).mul(PENALTY))
    const weights = solve(squares, rows.transpose().mmul(used))
    const expected = Matrix.rowVector([...asked, 1])
      .mmul(weights)
      .to1DArray()
    const given = [...predicted(await ridgeFrom(past), asked)]
    given.forEach((value, at) => expect(value).toBeCloseTo(expected[at] as number, 10))
  })

  it('without some of its queries is what it would be had it never seen them', async () => {
    const past = await someQueries(30, 5)
    const places = [2, 7, 11]
    const others = [...past.queries.keys()].filter((place) => !places.includes(place))
    const expected = [...predicted(await ridgeFrom(past, others), asked)]
    const given = [...predictedWithout(await ridgeFrom(past), asked, { past, places })]
    given.forEach((value, at) => expect(value).toBeCloseTo(expected[at] as number, 8))
  })

  it('is the same where it is solved in halves, as of long vectors', async () => {
    const past = await someQueries(40, 300)
    const { squares } = await sumsOf(past, [...past.queries.keys()], pause)
    const { inverse } = await ridgeOf(await sumsOf(past, [...past.queries.keys()], pause), pause)
    const product = Matrix.add(squares, Matrix.eye(301).mul(PENALTY)).mmul(inverse)
    const away = Matrix.sub(product, Matrix.eye(301)).abs().max()
    expect(away).toBeLessThan(1e-8)
  })

  it('can be stopped on the way, and gives others their turn', async () => {
    const past = await someQueries(600, 300)
    let turns = 0
    const stopping = () => (++turns > 4 ? Promise.reject(new Error('stopped')) : pause())
    const places = [...past.queries.keys()]
    await expect(
      sumsOf(past, places, stopping).then((sums) => ridgeOf(sums, stopping)),
    ).rejects.toThrow('stopped')
  })
})
