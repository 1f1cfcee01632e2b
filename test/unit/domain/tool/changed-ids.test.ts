import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedIds } from '../../../../src-main/domain/tool/changed-ids'
import { storedTool, withLayer } from '../../../../src-main/domain/tool/stored-tool'
import type { CatalogTool } from '../../../../src-main/domain/tool/tool'
import { ToolsById } from '../../../../src-main/domain/tool/tools-by-id'
import { catalogTool, id } from '../../../fakes/catalog-tool'

/** A tool whose row tells what it holds without being read. */
function unread(name: string, holds: string): CatalogTool {
  const row = {
    id: id(name),
    holds,
    read: () => {
      throw new Error('It was read.')
    },
    isAs: (other: object) => 'holds' in other && other.holds === holds,
  }
  return storedTool(row, {})
}

const named = (...names: string[]) => names.map((name) => catalogTool(name))

describe('the tools that changed', () => {
  it('are those added, removed or put in place of another', () => {
    const [a, b, c] = named('a', 'b', 'c') as [CatalogTool, CatalogTool, CatalogTool]
    const other = catalogTool('b', { description: 'Another.' })
    expect([...changedIds([a, b, c], [a, b, c])]).toEqual([])
    expect([...changedIds([a, b], [a, other, c])]).toEqual(['b', 'c'])
    expect([...changedIds([b], [a, b])]).toEqual(['a'])
    expect([...changedIds([a, b, c], [c])]).toEqual(['a', 'b'])
    expect([...changedIds([], [])]).toEqual([])
  })

  it('are told of rows that were read anew without reading a tool', () => {
    const before = ['a', 'b', 'c'].map((name) => unread(name, 'same'))
    const after = ['a', 'b', 'c'].map((name) => unread(name, name === 'b' ? 'other' : 'same'))
    expect([...changedIds(before, after)]).toEqual(['b'])
  })

  it('are those under another layer, but not under one that says the same', () => {
    const tool = unread('a', 'same')
    const layered = withLayer(tool, { description: 'Mine.' })
    expect([...changedIds([tool], [layered])]).toEqual(['a'])
    const again = withLayer(unread('a', 'same'), { description: 'Mine.' })
    expect([...changedIds([layered], [again])]).toEqual([])
  })
})

describe('tools by their ids', () => {
  it('are found as in a map, whatever order they came in', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 50 })), (numbers) => {
        const tools = numbers.map((number) => catalogTool(`tool_${number}`))
        const byId = ToolsById.of(tools)
        const map = new Map(tools.map((entry) => [entry.tool.id, entry]))
        expect([...byId.keys()]).toEqual([...map.keys()].sort())
        for (let number = 0; number <= 50; number++) {
          const wanted = id(`tool_${number}`)
          expect(byId.get(wanted)).toBe(map.get(wanted))
          expect(byId.has(wanted)).toBe(map.has(wanted))
        }
        expect([...byId].map(([key, entry]) => key === entry.tool.id)).not.toContain(false)
        expect(byId.size).toBe(map.size)
      }),
    ))
})
