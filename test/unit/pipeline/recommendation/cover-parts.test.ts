import { describe, expect, it } from 'vitest'
import { coverParts, partsCovered } from '../../../../src-main/pipeline/recommendation/recommend'

const part = (text: string, ...scores: number[]) => ({
  text,
  scores: Float32Array.from(scores),
})
const all = () => true

describe('covering the parts of a request', () => {
  it('takes the best tool for each part that any tool fits, each once', () => {
    const parts = [part('mail', 5, 1, 0), part('room', 0, 4, 1), part('thanks', 1, 1, 1)]
    expect([...coverParts(parts, all)]).toEqual([
      [0, { part: 'mail', score: 5 }],
      [1, { part: 'room', score: 4 }],
    ])
    expect([...coverParts([part('a', 5, 0), part('b', 4, 1)], all).keys()]).toEqual([0])
  })

  it('takes the best of all where none fits any part well, and nothing where nothing is known', () => {
    expect([...coverParts([part('a', 0.5, 1), part('b', 0.2, 0)], all).keys()]).toEqual([1])
    expect([...coverParts([part('a', 0, 0)], all).keys()]).toEqual([])
  })

  it('takes no tool that may not leave', () => {
    expect([...coverParts([part('a', 5, 3)], (tool) => tool !== 0).keys()]).toEqual([1])
  })

  it('says which part each tool covers, and which none does', () => {
    const parts = [part('mail', 5, 1, 4), part('room', 0, 4, 0), part('thanks', 1, 1, 1)]
    const { partOf, uncovered } = partsCovered(parts, [0, 2])
    expect([...partOf]).toEqual([
      [0, 'mail'],
      [2, 'mail'],
    ])
    expect(uncovered).toEqual(['room'])
  })
})
