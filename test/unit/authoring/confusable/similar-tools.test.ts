import { describe, expect, it } from 'vitest'
import { buildMemoryVectorIndex } from '../../../../src-main/adapters/memory/memory-vector-index'
import { similarTools } from '../../../../src-main/authoring/confusable/similar-tools'
import { catalogTool, id } from '../../../fakes/catalog-tool'

const tools = [
  catalogTool('find_hotels', { description: 'Finds hotels in a city.' }),
  catalogTool('find_inns', { description: 'Looks for places to sleep.' }),
  catalogTool('search_hotels', { description: 'Finds hotels in any city.' }),
  catalogTool('send_mail', { description: 'Writes a letter to someone.' }),
]
const work = { pause: () => Promise.resolve(), signal: new AbortController().signal }
const vectors = {
  keys: tools.map(({ tool }) => tool.id),
  dimensions: 2,
  vectors: [
    [1, 0],
    [0.96, 0.28],
    [0.8, 0.6],
    [0, 1],
  ].map((numbers) => Float32Array.from(numbers)),
}

describe('tools that are alike', () => {
  it('are found by words where there is nothing else', async () => {
    const { pairs, isCut } = await similarTools(
      { tools, buildVectorIndex: buildMemoryVectorIndex },
      work,
    )
    expect(pairs.map(({ one, other, meaning }) => [one, other, meaning])).toEqual([
      ['find_hotels', 'search_hotels', undefined],
    ])
    expect(isCut).toBe(false)
  })

  it('are found by meaning as well, which counts as much as words', async () => {
    const compared = { tools, vectors, buildVectorIndex: buildMemoryVectorIndex }
    const { pairs, nearTo } = await similarTools(compared, work)
    expect(pairs.map(({ one, other }) => `${one} ${other}`).slice(0, 2)).toEqual([
      'find_hotels search_hotels',
      'find_hotels find_inns',
    ])
    expect(pairs).toHaveLength(6)
    expect(pairs[1]?.meaning).toBeCloseTo(0.96)
    expect(nearTo.get(id('find_hotels'))).toBe(3)
  })

  it('are looked for among the ten nearest of each, and no fewer', async () => {
    const angles = [0, ...Array.from({ length: 12 }, (_, at) => 0.1 + at * 0.01)]
    // All of them are near the first and none shares a word with it.
    const many = angles.map((_, at) => catalogTool(`tool_${at}`, { description: `w${at}` }))
    const compared = {
      tools: many,
      vectors: {
        keys: many.map(({ tool }) => tool.id),
        dimensions: 2,
        vectors: angles.map((angle) => Float32Array.from([Math.cos(angle), Math.sin(angle)])),
      },
      buildVectorIndex: buildMemoryVectorIndex,
    }
    const { pairs } = await similarTools(compared, work)
    const beside = pairs
      .filter(({ one, other }) => [one, other].includes(id('tool_0')))
      .map(({ one, other }) => (one === 'tool_0' ? other : one))
    expect(beside).toContain('tool_10')
    expect(beside).toHaveLength(10)
  })

  it('stop when they are told to', async () => {
    const compared = { tools, vectors, buildVectorIndex: buildMemoryVectorIndex }
    await expect(
      similarTools(compared, { pause: work.pause, signal: AbortSignal.abort() }),
    ).rejects.toThrow()
  })
})
