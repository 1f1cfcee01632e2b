import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../../../src-main/domain/query/bundle'
import {
  historyFigures,
  historyText,
  historyUseText,
} from '../../../../src-main/domain/query/logged-queries'
import { id } from '../../../fakes/catalog-tool'

const logged = (...tools: string[][]): Bundle[] =>
  tools.map((named, at) => ({ id: `b${at}`, query: `query ${at}`, tools: named.map(id) }))
const figures = (...tools: string[][]) =>
  historyFigures(logged(...tools), (tool) => tool !== 'gone')

describe('the figures of logged queries', () => {
  it('count what each tool has, and leave out tools that are gone', () => {
    expect(figures(['a'], ['a', 'b'], ['a'], ['c', 'gone'], ['gone'])).toEqual({
      queries: 4,
      tools: 3,
      perTool: { least: 1, median: 1, most: 3 },
    })
  })

  it('take the mean of the two in the middle for a median', () => {
    expect(figures(['a'], ['a'], ['a'], ['b'], ['b']).perTool.median).toBe(2.5)
  })

  it('are nought where nothing is logged', () => {
    expect(figures()).toEqual({ queries: 0, tools: 0, perTool: { least: 0, median: 0, most: 0 } })
  })

  it('read as a sentence that names the number a tool', () => {
    expect(historyText(figures(['a'], ['a'], ['b']))).toBe(
      '3 logged queries of 2 tools, 1 to 2 a tool (median 1.5)',
    )
    expect(historyText(figures(['a']))).toBe('1 logged query of 1 tool, 1 a tool')
    expect(historyText(figures())).toBe('0 logged queries')
  })

  it('say for how many measured queries logged ones were held out', () => {
    expect(historyUseText({ ...figures(['a']), heldOut: 0 })).toBe(
      '1 logged query of 1 tool, 1 a tool; no measured query is among them',
    )
    expect(historyUseText({ ...figures(['a']), heldOut: 12 })).toMatch(
      /; 12 measured queries are among them, or nearly, and learned nothing from themselves$/,
    )
  })
})
