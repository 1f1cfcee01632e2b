import { describe, expect, it } from 'vitest'
import type { ActionAnswer } from '../../../../src-main/features/actions'
import { neighbourhoodPicture } from '../../../../src-renderer/tool/edges/neighbourhood-layout'
import { id } from '../../../fakes/catalog-tool'

type Neighbourhood = ActionAnswer<'graph.neighbourhood'>
const tool = (name: string, distance: number) => ({ id: id(name), distance, isInCatalog: true })
const edge = (from: string, on: string): Neighbourhood['edges'][number] => ({
  from: id(from),
  on: id(on),
  kind: 'tool-direct',
  place: 0,
})

describe('the picture of a neighbourhood', () => {
  const picture = neighbourhoodPicture({
    tools: [tool('main', 0), tool('a', 1), tool('b', 1), tool('deep', 2), tool('user', -1)],
    edges: [
      edge('main', 'a'),
      edge('a', 'deep'),
      edge('user', 'main'),
      edge('a', 'b'),
      edge('a', 'a'),
    ],
    leftOut: 0,
  })
  const placed = new Map(picture.tools.map((one) => [one.id, one]))
  const left = (name: string) => placed.get(name)?.left ?? NaN

  it('has what needs a tool to its left and what it needs to its right, within its frame', () => {
    expect([left('user'), left('main'), left('a'), left('deep')]).toEqual(
      [left('user'), left('main'), left('a'), left('deep')].sort((one, other) => one - other),
    )
    expect(left('a')).toBe(left('b'))
    for (const { left: from, width, top } of picture.tools) {
      expect(from).toBeGreaterThanOrEqual(0)
      expect(from + width).toBeLessThanOrEqual(100.001)
      expect(top).toBeLessThan(picture.height)
    }
  })

  it('puts no two boxes on each other', () => {
    const places = picture.tools.map(({ left: from, top }) => `${from} ${top}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it('has a line for each edge between two tools, and none from a tool to itself', () => {
    expect(picture.lines.map(({ edge: { from, on } }) => `${from} ${on}`)).toEqual([
      'main a',
      'a deep',
      'user main',
      'a b',
    ])
    expect(picture.lines.every(({ path }) => !path.includes('NaN'))).toBe(true)
  })

  it('of a tool alone is that tool', () => {
    const alone = neighbourhoodPicture({ tools: [tool('main', 0)], edges: [], leftOut: 0 })
    expect(alone.tools).toHaveLength(1)
    expect(alone.lines).toEqual([])
    expect(Number.isFinite(alone.tools[0]?.left)).toBe(true)
  })
})
