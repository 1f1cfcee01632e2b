import { describe, expect, it } from 'vitest'
import type { Dependency } from '../../../../src-main/domain/tool/tool'
import type { Need } from '../../../../src-main/domain/query/query'
import { MOST_NEEDED, walk } from '../../../../src-main/pipeline/dependencies/walk'
import { id } from '../../../fakes/catalog-tool'
import { edgeTo, graphOf } from './graph'

const ALL = {
  kinds: ['tool-direct', 'tool-indirect', 'parameter-direct', 'parameter-indirect'],
} as const
const names = (list: readonly Need[]) => list.map(({ tool }) => tool).join(' ')
const distances = (list: readonly Need[]) => list.map(({ edge }) => edge.distance)

describe('walking along dependencies', () => {
  it('goes depth first, in the author’s order, and meets each tool once', () => {
    const graph = graphOf({ mail: ['log_in', 'wifi'], log_in: ['vault', 'wifi'], vault: ['disk'] })
    const { needs: needed } = walk(graph, id('mail'), ALL)
    expect(names(needed)).toBe('log_in vault disk wifi')
    expect(distances(needed)).toEqual([1, 2, 3, 2])
  })

  it('tells the edge by which it came, and where it began', () => {
    const edge: Dependency = {
      ...edgeTo('log_in', 'parameter-indirect'),
      parameter: 'session',
      reason: 'a session must be open',
    }
    const graph = {
      ...graphOf({}),
      dependencies: (tool: string) => (tool === 'mail' ? [edge] : []),
    }
    expect(walk(graph, id('mail'), ALL).needs).toEqual([
      {
        tool: 'log_in',
        state: 'admitted',
        edge: {
          kind: 'edge',
          from: 'mail',
          edge: 'parameter-indirect',
          parameter: 'session',
          reason: 'a session must be open',
          distance: 1,
          main: 'mail',
        },
      },
    ])
  })

  it('ends in cycles, and where a tool needs itself', () => {
    const graph = graphOf({ a: ['a', 'b'], b: ['c', 'b'], c: ['a', 'b'] })
    expect(names(walk(graph, id('a'), ALL).needs)).toBe('b c')
  })

  it('does not go through a tool that may not leave, nor to one that is not there, and tells both', () => {
    const graph = graphOf(
      { mail: ['vault', 'log_in', 'pigeon'], vault: ['key'] },
      { vault: 'kept-back', pigeon: 'gone' },
    )
    const { needs } = walk(graph, id('mail'), ALL)
    expect(needs.map(({ tool, state }) => [tool, state])).toEqual([
      ['vault', 'kept-back'],
      ['log_in', 'admitted'],
      ['pigeon', 'gone'],
    ])
  })

  it('follows only the kinds that are wanted', () => {
    const edges = [edgeTo('a', 'tool-direct'), edgeTo('b', 'parameter-direct'), edgeTo('c')]
    const graph = { ...graphOf({}), dependencies: (tool: string) => (tool === 'x' ? edges : []) }
    const kinds = ['parameter-direct'] as const
    expect(names(walk(graph, id('x'), { kinds }).needs)).toBe('b')
  })

  it('goes no farther than it may, and looks behind a tool anew that it meets on a shorter way', () => {
    const graph = graphOf({ x: ['a', 'c'], a: ['b'], b: ['c'], c: ['d'] })
    const upTo = (farthest: number) => names(walk(graph, id('x'), { ...ALL, farthest }).needs)
    expect(upTo(1)).toBe('a c')
    expect(upTo(2)).toBe('a b c d')
    // Its first way to c is three edges long: d would be beyond on that one.
    expect(upTo(3)).toBe('a b c d')
  })

  it('is not cut short by a chain that is longer than a stack', () => {
    const graph = {
      ...graphOf({}),
      dependencies: (tool: string) => [edgeTo(`t${Number(tool.slice(1)) + 1}`)],
    }
    const { needs: needed, isCut } = walk(graph, id('t0'), ALL)
    expect(needed).toHaveLength(MOST_NEEDED)
    expect(isCut).toBe(true)
  })

  it('gives up a graph in which everything needs everything, and says so', () => {
    const all = Array.from({ length: 3000 }, (_, at) => edgeTo(`t${at}`))
    let asked = 0
    const dependencies = () => {
      asked++
      return all
    }
    const { needs: needed, isCut } = walk({ ...graphOf({}), dependencies }, id('t0'), ALL)
    expect(isCut).toBe(true)
    expect(needed.length).toBeLessThanOrEqual(MOST_NEEDED)
    expect(asked).toBeLessThanOrEqual(MOST_NEEDED)
  })
})
