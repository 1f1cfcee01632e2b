import { describe, expect, it } from 'vitest'
import type { ToolId } from '../../../src-main/domain/tool/tool'
import {
  drawnCatalogs,
  needingMore,
  tokensOfDrawn,
} from '../../../src-main/evaluation/samples/drawn-catalog'
import { id } from '../../fakes/catalog-tool'

const ALL = Array.from({ length: 200 }, (_, at) => id(`tool${String(at).padStart(3, '0')}`))
const query = (name: string, ...tools: ToolId[]) => ({ id: name, tools })
const [FIRST, LAST] = [ALL[0], ALL[199]] as [ToolId, ToolId]

const isKnown = (tool: ToolId) => ALL.includes(tool)

const drawn = (tools: number, of = query('q', FIRST, LAST), seed = 1) => [
  ...drawnCatalogs(ALL, { tools, seed })(of).tools,
]

describe('the smaller catalog that a query is asked of', () => {
  it('holds the tools that the query needs, and others up to its size', () => {
    const tools = drawn(20)
    expect(new Set(tools).size).toBe(20)
    expect(tools).toEqual(expect.arrayContaining([FIRST, LAST]))
    expect(tools.every((tool) => ALL.includes(tool))).toBe(true)
  })

  it('is part of every larger one', () => {
    for (const [small, large] of [
      [3, 20],
      [20, 199],
      [199, 200],
    ] as const) {
      expect(drawn(large)).toEqual(expect.arrayContaining(drawn(small)))
    }
  })

  it('is the same for the same seed and query, and another for any other', () => {
    expect(drawn(20)).toEqual(drawn(20))
    expect(drawn(20, query('q', FIRST, LAST), 2)).not.toEqual(drawn(20))
    expect(drawn(20, query('other', FIRST, LAST))).not.toEqual(drawn(20))
  })

  it('holds every other tool about as often as any', () => {
    const draw = drawnCatalogs(ALL, { tools: 20, seed: 1 })
    const times = new Map<ToolId, number>()
    for (let at = 0; at < 2_000; at++) {
      for (const tool of draw(query(`q${at}`)).tools) times.set(tool, (times.get(tool) ?? 0) + 1)
    }
    // 200 of each are expected, with a deviation of 13.4 (binomial): five of these are not reached
    // by chance.
    for (const tool of ALL) expect(Math.abs((times.get(tool) ?? 0) - 200)).toBeLessThan(67)
  })

  it('is larger where the query needs more tools', () => {
    const five = query('q', ...ALL.slice(10, 15))
    expect(drawn(3, five)).toEqual(ALL.slice(10, 15))
    expect(needingMore([five, query('r', FIRST)], isKnown, 3)).toBe(1)
    expect(needingMore([five, query('r', FIRST)], isKnown, 5)).toBe(0)
  })

  it('holds no tool that the catalog lacks', () => {
    const gone = id('gone')
    const tools = drawn(3, query('q', gone, FIRST))
    expect(tools).toHaveLength(3)
    expect(tools).not.toContain(gone)
    expect(needingMore([query('q', gone, FIRST)], isKnown, 1)).toBe(0)
  })
})

describe('the tokens of all tools of drawn catalogs', () => {
  /** Tool n takes n tokens: together 0 + 1 + … + 199 = 19,900. */
  const counted = {
    tools: 200,
    tokens: 19_900,
    has: isKnown,
    tokensOf: (tool: ToolId) => ALL.indexOf(tool),
  }

  it('are those of the tools a query needs, and the mean of the others for each that is drawn', () => {
    // 199 for the last tool, and nine others of (19,900 - 199) / 199 = 99 each.
    expect(tokensOfDrawn([query('q', LAST)], 10, counted)).toBeCloseTo(199 + 9 * 99)
    expect(tokensOfDrawn([query('q', LAST), query('r', FIRST)], 1, counted)).toBeCloseTo(99.5)
    expect(tokensOfDrawn([query('q', LAST)], 200, counted)).toBeCloseTo(19_900)
    expect(tokensOfDrawn([query('q', LAST, FIRST)], 1, counted)).toBe(199)
  })

  it('are about what draws by many seeds have', () => {
    const sums = Array.from({ length: 400 }, (_, seed) =>
      drawn(10, query('q', LAST), seed).reduce((sum, tool) => sum + counted.tokensOf(tool), 0),
    )
    const mean = sums.reduce((sum, each) => sum + each, 0) / sums.length
    // The deviation of the mean: 57.7 for one tool, by the root of 9 tools and of 400 draws: 8.7.
    expect(Math.abs(mean - tokensOfDrawn([query('q', LAST)], 10, counted))).toBeLessThan(45)
  })
})
