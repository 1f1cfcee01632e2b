import { describe, expect, it } from 'vitest'
import { sampleBundles, type Drawable, type Ground, type Sampling } from '../drawing/sample-bundles'
import { toolId, type ToolId } from '../../../domain/tool/tool'
import { randomNumbers } from '../../../evaluation/statistics/random'

/** 60 tools of `large`, 6 of `small`, 2 of none; each is a partner of the next. */
const TOOLS: Drawable[] = [
  ...Array.from({ length: 60 }, (_, at) => ({ id: toolId(`large${at}`), group: 'large' })),
  ...Array.from({ length: 6 }, (_, at) => ({ id: toolId(`small${at}`), group: 'small' })),
  ...Array.from({ length: 2 }, (_, at) => ({ id: toolId(`lone${at}`) })),
]
const chain = (tool: ToolId): ToolId[] => {
  const at = TOOLS.findIndex(({ id }) => id === tool)
  return [TOOLS[at - 1], TOOLS[at + 1]].flatMap((each) => each?.id ?? [])
}
const GROUND: Ground = {
  tools: TOOLS,
  partners: { dependencies: chain, logged: () => [] },
  known: new Set(),
}
const USUAL: Sampling = { sizes: [{ size: 1, count: 30 }], ways: ['random'], isSpread: false }

const drawn = (sampling: Partial<Sampling>, ground: Partial<Ground> = {}, seed = 1) =>
  sampleBundles({ ...USUAL, ...sampling }, { ...GROUND, ...ground }, randomNumbers(seed))
const groupsIn = (bundles: readonly { tools: readonly ToolId[] }[]) =>
  bundles.map(({ tools }) => TOOLS.find(({ id }) => id === tools[0])?.group ?? 'none')
const countOf = (items: readonly string[], item: string) =>
  items.filter((each) => each === item).length

describe('sampling bundles', () => {
  it('draws as many of each size as are wanted, the same for the same seed alone', () => {
    const sizes = [1, 2, 5, 10].map((size) => ({ size, count: 7 }))
    const { bundles, short } = drawn({ sizes })
    expect(short).toEqual([])
    expect(bundles.map(({ tools }) => tools.length)).toEqual(
      [1, 2, 5, 10].flatMap((size) => Array.from({ length: 7 }, () => size)),
    )
    expect(bundles.every(({ tools }) => new Set(tools).size === tools.length)).toBe(true)
    expect(drawn({ sizes }).bundles).toEqual(bundles)
    expect(drawn({ sizes }, {}, 2).bundles).not.toEqual(bundles)
  })

  it('names a tool of each bundle of several that is taken away for the judge, not always the same place', () => {
    const { bundles } = drawn({ sizes: [{ size: 3, count: 40 }] })
    const places = bundles.map(({ tools, without }) => tools.indexOf(without as ToolId))
    expect([0, 1, 2].every((place) => countOf(places.map(String), String(place)) > 4)).toBe(true)
    expect(drawn({}).bundles.every(({ without }) => without === undefined)).toBe(true)
  })

  it('gives every tool the same chance, or draws from each group in turn', () => {
    const fair = Array.from({ length: 40 }, (_, seed) =>
      groupsIn(drawn({ sizes: [{ size: 1, count: 6 }] }, {}, seed).bundles),
    ).flat()
    // 60, 6 and 2 of 68 are 212, 21 and 7 of 240.
    expect(countOf(fair, 'large')).toBeGreaterThan(195)
    expect(countOf(fair, 'large')).toBeLessThan(228)
    const spread = groupsIn(drawn({ isSpread: true, sizes: [{ size: 1, count: 6 }] }).bundles)
    expect(['large', 'small', 'none'].map((group) => countOf(spread, group))).toEqual([2, 2, 2])
  })

  it('goes on with other groups where one is used up', () => {
    const { bundles, short } = drawn({ isSpread: true, sizes: [{ size: 1, count: 70 }] })
    expect(bundles).toHaveLength(68)
    expect(short).toEqual([{ size: 1, count: 2 }])
  })

  it('draws those first that fewest golden queries name, and what it draws counts as named', () => {
    const covered = new Map(TOOLS.slice(0, 60).map(({ id }) => [id, 1]))
    const first = groupsIn(drawn({ covered, sizes: [{ size: 1, count: 8 }] }).bundles)
    expect(countOf(first, 'large')).toBe(0)
    const all = drawn({ covered: new Map(), sizes: [{ size: 1, count: 68 }] }).bundles
    expect(new Set(all.map(({ tools }) => tools[0])).size).toBe(68)
  })

  it('joins tools that go together, in the way that there is', () => {
    const { bundles } = drawn({ ways: ['dependencies', 'logged'], sizes: [{ size: 4, count: 12 }] })
    expect(bundles).toHaveLength(12)
    for (const { tools, way } of bundles) {
      expect(way).toBe('dependencies')
      for (const [at, tool] of tools.entries()) {
        const before = tools.slice(0, at)
        expect(at === 0 || chain(tool).some((partner) => before.includes(partner))).toBe(true)
      }
    }
  })

  it('says what cannot be drawn rather than draw it otherwise', () => {
    const sizes = [{ size: 2, count: 3 }]
    expect(drawn({ ways: ['logged'], sizes })).toEqual({ bundles: [], short: sizes })
    const few = { tools: TOOLS.slice(0, 2) }
    expect(drawn({ sizes: [{ size: 3, count: 1 }] }, few).short).toEqual([{ size: 3, count: 1 }])
    expect(drawn({}, { tools: [] }).short).toEqual([{ size: 1, count: 30 }])
  })

  it('draws no bundle again that is known, in whatever order', () => {
    const tools = TOOLS.slice(0, 3)
    const known = new Set(['large0', 'large0\nlarge1'])
    const sizes = [
      { size: 1, count: 3 },
      { size: 2, count: 3 },
    ]
    const { bundles, short } = drawn({ sizes }, { tools, known })
    expect(bundles.map((each) => each.tools.toSorted().join(' ')).sort()).toEqual([
      'large0 large2',
      'large1',
      'large1 large2',
      'large2',
    ])
    expect(short).toEqual([
      { size: 1, count: 1 },
      { size: 2, count: 1 },
    ])
  })
})
