import { describe, expect, it } from 'vitest'
import { buildMemoryLexicalIndex } from '../../../../src-main/adapters/memory/memory-lexical-index'
import { buildMemoryVectorIndex } from '../../../../src-main/adapters/memory/memory-vector-index'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'

const TOOLS = 60
/** More than are held. */
const SEARCHES = 40
const random = randomNumbers(7)
const numbers = (count: number) => Array.from({ length: count }, random)
const tools = Array.from({ length: TOOLS }, (_, at) => `tool ${at}`)
const words = () => Array.from({ length: 4 }, () => `word${Math.floor(random() * 30)}`)
const among = new Set(tools.filter((_, at) => at % 3 > 0))

describe('searches side by side, each rated after all others', () => {
  it('rate by meaning as each does alone', async () => {
    const documents = tools.map((key) => ({ key, vector: Float32Array.from(numbers(8)) }))
    const index = buildMemoryVectorIndex(documents)
    const queries = Array.from({ length: SEARCHES }, () => Float32Array.from(numbers(8)))
    for (const [at, query] of queries.entries()) {
      await index.search([query], { depth: 5, ...(at % 2 > 0 && { among }) })
    }
    for (const query of queries) {
      for (const call of [{}, { among }]) {
        const alone = await buildMemoryVectorIndex(documents).rate([query], tools, call)
        expect(await index.rate([query], tools, call)).toEqual(alone)
      }
    }
  })

  it('rate by words as each does alone', async () => {
    const documents = tools.map((key) => ({ key, terms: words() }))
    const index = buildMemoryLexicalIndex(documents)
    const queries = Array.from({ length: SEARCHES }, words)
    const scoring = { k1: 1.5, b: 0.75, explain: 3 }
    const searched: unknown[] = []
    for (const query of queries)
      searched.push(await index.search([query], { ...scoring, depth: 5 }))
    for (const [at, query] of queries.entries()) {
      const other = buildMemoryLexicalIndex(documents)
      for (const call of [scoring, { ...scoring, among }]) {
        expect(await index.rate([query], tools, call)).toEqual(
          await other.rate([query], tools, call),
        )
      }
      expect(searched[at]).toEqual(await other.search([query], { ...scoring, depth: 5 }))
    }
  })
})
