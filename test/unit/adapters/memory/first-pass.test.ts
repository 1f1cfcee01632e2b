import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DOT_PRODUCTS } from '../../../../src-main/adapters/memory/first-pass/dot-products-bytes'
import { eightBitRows, firstPass } from '../../../../src-main/adapters/memory/first-pass/first-pass'
import { compiledBytes, COMPILED } from '../../../config/compile-dot-products.mjs'
import { byScoreThenKey, sortByKey } from '../../../../src-main/adapters/memory/keyed-texts'
import { buildMemoryVectorIndex } from '../../../../src-main/adapters/memory/memory-vector-index'
import { dotProduct, vectorRows } from '../../../../src-main/adapters/memory/vector-rows'
import { unitLength } from '../../../../src-main/domain/model/vector'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'

async function eightBits(...given: Parameters<typeof eightBitRows>) {
  const rows = await eightBitRows(...given)
  if (!rows) throw new Error('This machine has no WebAssembly.')
  return rows
}

/** Unit vectors around some centres, so that many are nearly as near as the nearest. */
function clustered(count: number, { dimensions, seed }: { dimensions: number; seed: number }) {
  const random = randomNumbers(seed)
  const some = () => Float32Array.from({ length: dimensions }, () => random() - 0.5)
  const centres = Array.from({ length: 20 }, some)
  return Array.from({ length: count }, (_, at) => {
    const centre = centres[at % centres.length] as Float32Array
    const noise = some()
    return unitLength(centre.map((value, i) => value + 0.3 * (noise[i] as number)))
  })
}

/** What comparing every vector gives, without any index. */
const compareAll = (
  documents: { key: string; vector: Float32Array }[],
  query: Float32Array,
  depth: number,
) =>
  [...Map.groupBy(documents, ({ key }) => key)]
    .map(([key, texts]) => ({
      key,
      score: Math.max(...texts.map(({ vector }) => dotProduct(query, vector))),
    }))
    .sort(byScoreThenKey)
    .slice(0, depth)

describe('the first pass in eight bits', () => {
  it('changes no hit and no score: what is left out cannot belong to the best', async () => {
    const vectors = clustered(6_200, { dimensions: 24, seed: 1 })
    const documents = vectors
      .slice(200)
      .map((vector, at) => ({ key: `tool ${Math.floor(at / 1.2)}`, vector }))
    const index = buildMemoryVectorIndex(documents)
    for (const query of vectors.slice(0, 40)) {
      for (const depth of [1, 10, 100]) {
        const [hits] = await index.search([query], { depth })
        expect(hits).toEqual(compareAll(documents, query, depth))
      }
    }
  })

  it('finds the same among a subset, and where fewer are there than wanted', async () => {
    const vectors = clustered(7_010, { dimensions: 17, seed: 2 })
    const documents = vectors.slice(10).map((vector, at) => ({ key: `tool ${at}`, vector }))
    const index = buildMemoryVectorIndex(documents)
    const among = new Set(documents.filter((_, at) => at % 7 > 0).map(({ key }) => key))
    const within = documents.filter(({ key }) => among.has(key))
    for (const query of vectors.slice(0, 10)) {
      const [hits] = await index.search([query], { depth: 50, among })
      expect(hits).toEqual(compareAll(within, query, 50))
      const [all] = await index.search([query], { depth: 9_000, among })
      expect(all).toEqual(compareAll(within, query, 9_000))
    }
  })

  it('leaves most rows out', async () => {
    const vectors = clustered(8_000, { dimensions: 64, seed: 3 })
    const { keyed } = sortByKey(vectors.map((vector, at) => ({ key: `tool ${at}`, vector })))
    const pass = await firstPass(vectorRows(vectors, 64), keyed)
    const all = Uint32Array.from(vectors.keys())
    for (const query of vectors.slice(0, 20)) {
      expect(pass(query, { wanted: all, depth: 10 }).length).toBeLessThan(400)
    }
  })

  it('keeps keys that tie with the last of the best', async () => {
    const [one, other] = clustered(2, { dimensions: 20, seed: 4 }) as [Float32Array, Float32Array]
    const documents = Array.from({ length: 6_000 }, (_, at) => ({
      key: `tool ${String(at).padStart(4, '0')}`,
      vector: at % 2 ? one : other,
    }))
    const index = buildMemoryVectorIndex(documents)
    for (let turn = 0; turn < 2; turn++) {
      const [hits] = await index.search([one], { depth: 3 })
      expect(hits?.map(({ key }) => key)).toEqual(['tool 0001', 'tool 0003', 'tool 0005'])
    }
  })
})

describe('rows in eight bits', () => {
  it('are rounded in turns with whatever else is to be done', async () => {
    let turns = 0
    let timer = setImmediate(function count() {
      turns += 1
      timer = setImmediate(count)
    })
    await eightBits(
      vectorRows(
        Array.from({ length: 50_000 }, () => new Float32Array(1)),
        1,
      ),
    )
    clearImmediate(timer)
    expect(turns).toBeGreaterThanOrEqual(5)
  })

  it('multiply whole numbers exactly, and know how far rounding puts a product off', async () => {
    const sample = fc.integer({ min: 1, max: 40 }).chain((dimensions) =>
      fc.array(fc.float32Array({ ...range(dimensions), noNaN: true, min: -1, max: 1 }), {
        minLength: 2,
        maxLength: 9,
      }),
    )
    await fc.assert(
      fc.asyncProperty(sample, async ([query, ...vectors]) => {
        if (!query) return
        const rows = await eightBits(vectorRows(vectors, query.length))
        const { sums, scale, length, loss } = rows.multiply(query)
        vectors.forEach((vector, row) => {
          const about = (sums[row] as number) * (rows.scales[row] as number) * scale
          const error = length * (rows.losses[row] as number) + loss * (rows.lengths[row] as number)
          expect(Math.abs(dotProduct(query, vector) - about)).toBeLessThanOrEqual(error + 1e-9)
        })
      }),
    )
  })

  it('multiply queries that come next along with the first, to the same products', async () => {
    const vectors = clustered(1_500, { dimensions: 20, seed: 5 })
    const queries = clustered(12, { dimensions: 20, seed: 6 })
    const [together, alone] = await Promise.all([
      eightBits(vectorRows(vectors, 20)),
      eightBits(vectorRows(vectors, 20)),
    ])
    for (const [at, query] of queries.entries()) {
      const products = together.multiply(query, queries.slice(at + 1))
      expect(products).toEqual(alone.multiply(query))
    }
  })

  it('hold the largest products that long vectors of full size can have', async () => {
    for (const dimensions of [512, 4_096, 16_384]) {
      const ones = new Float32Array(dimensions).fill(1)
      const rows = await eightBits(vectorRows([ones, ones.map((one) => -one)], dimensions))
      const { sums, scale } = rows.multiply(ones)
      const products = [...sums].map((sum, row) => sum * (rows.scales[row] as number) * scale)
      expect(products[0]).toBeCloseTo(dimensions, 6)
      expect(products[1]).toBeCloseTo(-dimensions, 6)
    }
  })
})

const range = (length: number) => ({ minLength: length, maxLength: length })

it('the compiled dot products are what their text says', async () => {
  expect(DOT_PRODUCTS.toString('hex')).toBe(
    (await compiledBytes(COMPILED.DOT_PRODUCTS)).toString('hex'),
  )
})
