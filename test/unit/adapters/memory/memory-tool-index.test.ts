import { describe, expect, it } from 'vitest'
import { buildMemoryToolIndex } from '../../../../src-main/adapters/memory/memory-tool-index'
import type { ToolId } from '../../../../src-main/domain/tool'

const documents = [
  { tool: 'long' as ToolId, terms: ['mail', 'mail', 'mail', 'a', 'b', 'c'] },
  { tool: 'short' as ToolId, terms: ['mail'] },
]
const best = async (k1: number, b: number): Promise<string[]> => {
  const index = await buildMemoryToolIndex(documents)
  return (await index.lexical({ terms: ['mail'], k1, b, depth: 2 })).map(({ tool }) => tool)
}

describe('the memory tool index', () => {
  it('weighs length by b: without it repetition wins, with it the short document', async () => {
    expect(await best(1.2, 0)).toEqual(['long', 'short'])
    expect(await best(1.2, 1)).toEqual(['short', 'long'])
  })

  it('takes a k1 of 0 as presence alone, so that these are a tie', async () => {
    const index = await buildMemoryToolIndex(documents)
    const hits = await index.lexical({ terms: ['mail'], k1: 0, b: 0.75, depth: 2, explain: true })
    expect(hits.map(({ tool }) => tool)).toEqual(['long', 'short'])
    expect(hits[0]?.score).toBe(hits[1]?.score)
    expect(hits[0]?.terms).toEqual({ mail: hits[0]?.score })
  })

  it('follows each search its own parameters and subset, whatever came before', async () => {
    const index = await buildMemoryToolIndex(documents)
    const among = new Set(['short' as ToolId])
    const search = { terms: ['mail'], depth: 2, k1: 1.2, b: 0.75 }
    const first = await index.lexical(search)
    await index.lexical({ ...search, among })
    await index.lexical({ ...search, k1: 2, b: 0 })
    expect(await index.lexical(search)).toEqual(first)
  })

  it('refuses a dense search where no tool has a vector', async () => {
    const index = await buildMemoryToolIndex(documents)
    const searching = index.dense({ vector: Float32Array.of(1, 0), depth: 1 })
    await expect(searching).rejects.toMatchObject({ code: 'bad-input' })
  })
})
