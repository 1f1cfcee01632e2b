import { describe, expect, it } from 'vitest'
import { toDoRows, type ToDoRows } from '../../../../src-main/app/queue/to-do-rows'
import type { ToDoKind } from '../../../../src-main/contract/to-do'
import { toolId, type ToolId } from '../../../../src-main/domain/tool/tool'
import { catalogTool } from '../../../fakes/catalog-tool'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const id = (name: string): ToolId => toolId(name, 'mail')

/** Rows of a catalog of eight tools, all of the server “mail”. */
function rows(): ToDoRows {
  const held = new Map(NAMES.map((name) => [id(name), catalogTool(`mail/${name}`)]))
  return toDoRows({
    has: (tool) => held.has(tool),
    tool(tool) {
      const found = held.get(tool)
      if (found) return found
      throw new Error(`There is no tool ${tool}.`)
    },
  })
}

const sortedBy = (mark: (all: ToDoRows) => void): string[] => {
  const all = rows()
  mark(all)
  return all.sorted().map(({ name }) => name)
}

/** What a feature found of a tool. */
function addTo(all: ToDoRows, name: string, count: number): void {
  const row = all.rowOf(id(name))
  if (row) row.ofFeatures = [{ kind: 'breaks', count, short: `lost ${count} ×` }]
}

const many = (all: ToDoRows, name: string, kind: ToDoKind, count: number) => {
  for (let at = 0; at < count; at++) all.add(id(name), kind)
}

describe('rows of what is to do', () => {
  it('count each kind of a tool', () => {
    const all = rows()
    many(all, 'a', 'text', 2)
    all.add(id('a'), 'edge')
    expect(all.sorted()).toEqual([
      { tool: 'mail/a', name: 'a', server: 'mail', counts: { text: 2, edge: 1 } },
    ])
  })

  it('are none of a tool that the catalog lacks', () => {
    const all = rows()
    expect(all.rowOf(id('gone'))).toBeUndefined()
    expect(all.add(id('gone'), 'text')).toBeUndefined()
    all.addFinding(id('gone'), { severity: 'error', title: 'Empty' })
    expect(all.sorted()).toEqual([])
  })

  it('are one of a tool that the catalog lacks where something is proposed of it', () => {
    const all = rows()
    all.addProposed(id('gone'), 'text')
    all.addProposed(id('gone'), 'text')
    const counts = { text: 2 }
    expect(all.sorted()).toEqual([{ tool: 'mail/gone', name: 'mail/gone', counts, isGone: true }])
  })

  it('stand in the order of what their things are worth, of equal worth by weight', () => {
    const all = rows()
    for (const name of ['a', 'b', 'c', 'd']) all.add(id(name), 'edge')
    many(all, 'd', 'missed', 2)
    const values = new Map([
      [{ tool: id('b') }, 0.2],
      [{ tool: id('a') }, 0.1],
      [{ tool: id('a') }, 0.9],
      [{ tool: id('c') }, 0.2],
      [{ tool: id('d') }, 0.2],
    ])
    const named = all.sorted('sure', values).map(({ name }) => name)
    expect(named).toEqual(['a', 'd', 'b', 'c'])
    expect(all.sorted('name').map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are none of a tool that is only asked for', () => {
    const all = rows()
    const row = all.rowOf(id('a'))
    if (row) row.asked = 7
    expect(all.sorted()).toEqual([])
  })

  it('tell the gravest finding, of equal ones the first', () => {
    const all = rows()
    all.addFinding(id('a'), { severity: 'note', title: 'Long' })
    all.addFinding(id('a'), { severity: 'warning', title: 'Vague' })
    all.addFinding(id('a'), { severity: 'warning', title: 'Unclear' })
    all.addFinding(id('a'), { severity: 'note', title: 'Short' })
    expect(all.sorted()[0]).toMatchObject({
      counts: { finding: 4 },
      finding: { severity: 'warning', title: 'Vague' },
    })
  })

  it('stand by the weight of what they hold, each kind before all of the next', () => {
    const names = sortedBy((all) => {
      many(all, 'h', 'finding', 1)
      all.addFinding(id('g'), { severity: 'note', title: 'Long' })
      all.addFinding(id('f'), { severity: 'warning', title: 'Vague' })
      many(all, 'e', 'edge', 9)
      addTo(all, 'd', 1)
      many(all, 'c', 'served', 1)
      all.addFinding(id('b'), { severity: 'error', title: 'Empty' })
      many(all, 'a', 'changed', 1)
    })
    expect(names).toEqual(NAMES)
    const missedFirst = sortedBy((all) => {
      many(all, 'a', 'changed', 5)
      many(all, 'b', 'missed', 1)
    })
    expect(missedFirst).toEqual(['b', 'a'])
  })

  it('weigh queries that a source broke and that agents missed as those that are missed', () => {
    const names = sortedBy((all) => {
      many(all, 'a', 'missed', 3)
      const broken = all.add(id('b'), 'changed')
      if (broken) broken.broken = 4
      const served = all.add(id('c'), 'served')
      if (served) served.missedByAgents = 2
      many(all, 'd', 'missed', 1)
    })
    expect(names).toEqual(['b', 'a', 'c', 'd'])
  })

  it('weigh proposed texts and edges alike', () => {
    const names = sortedBy((all) => {
      many(all, 'a', 'text', 2)
      many(all, 'b', 'edge', 3)
      many(all, 'c', 'text', 2)
      many(all, 'c', 'edge', 2)
    })
    expect(names).toEqual(['c', 'b', 'a'])
  })

  it('of one weight stand by their ids, in whichever order they came', () => {
    expect(
      sortedBy((all) => {
        for (const name of ['c', 'a', 'b']) all.add(id(name), 'text')
      }),
    ).toEqual(['a', 'b', 'c'])
  })
})
