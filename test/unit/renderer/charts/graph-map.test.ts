import { describe, expect, it } from 'vitest'
import {
  fitted,
  sized,
  toolUnder,
  zoomed,
} from '../../../../src-renderer/charts/graph-map/map-view'
import { drawMap, drawNames } from '../../../../src-renderer/charts/graph-map/map-drawing'
import type { ChartTheme } from '../../../../src-renderer/charts/chart-theme'

const SIZE = { width: 400, height: 300 }
const tools = sized([
  { id: 'hub', x: 0, y: 0, neededBy: 90 },
  { id: 'a', x: -100, y: 50, neededBy: 0 },
  { id: 'b', x: 300, y: -50, neededBy: 1 },
])
const screen = (at: number, view = fitted(tools, SIZE)) => {
  const { x = 0, y = 0 } = tools[at] ?? {}
  return [x * view.scale + view.left, y * view.scale + view.top] as const
}

describe('the map of a graph', () => {
  it('shows all of it in its middle, whatever its size, also of one tool and of none', () => {
    for (const at of tools.keys()) {
      const [x, y] = screen(at)
      expect(x).toBeGreaterThanOrEqual(39.9)
      expect(x).toBeLessThanOrEqual(360.1)
      expect(y).toBeGreaterThanOrEqual(39.9)
      expect(y).toBeLessThanOrEqual(260.1)
    }
    const one = fitted(tools.slice(0, 1), SIZE)
    expect([one.left, one.top]).toEqual([200, 150])
    expect(Number.isFinite(fitted([], SIZE).scale)).toBe(true)
  })

  it('comes nearer around the point under the pointer, within bounds', () => {
    const view = fitted(tools, SIZE)
    const there = screen(2, view)
    const nearer = zoomed(view, 3, there)
    expect(screen(2, nearer)[0]).toBeCloseTo(there[0])
    expect(screen(2, nearer)[1]).toBeCloseTo(there[1])
    expect(nearer.scale).toBeCloseTo(view.scale * 3)
    expect(zoomed(view, 1e9, there).scale).toBe(20)
    expect(zoomed(view, 0, there).scale).toBe(0.01)
  })

  it('finds the tool under the pointer, also a little beside its dot, and none in between', () => {
    const view = fitted(tools, SIZE)
    const [x, y] = screen(0)
    expect(toolUnder(tools, view, [x + 18, y])).toBe(0)
    expect(toolUnder(tools, view, [x + 60, y])).toBeUndefined()
    expect(toolUnder(tools, view, screen(1))).toBe(1)
  })

  it('draws the most needed tool the largest', () => {
    expect(tools.map(({ radius }) => Math.round(radius))).toEqual([16, 2, 3])
  })

  it('draws the lines of a kind as one, however many, and leaves out names that would overlap', () => {
    const calls: string[] = []
    const context = new Proxy({} as CanvasRenderingContext2D, {
      get: (_, name) => (text: unknown) => {
        calls.push(`${String(name)}${typeof text === 'string' ? ` ${text}` : ''}`)
        return { width: 40 }
      },
      set: () => true,
    })
    const theme = { edges: {} } as ChartTheme
    const view = fitted(tools, SIZE)
    const edges = Array.from({ length: 5000 }, () => [1, 0, 2] as const)
    drawMap(context, { tools, edges, view, theme })
    expect(calls.filter((call) => call === 'stroke')).toHaveLength(4)
    expect(calls.filter((call) => call === 'lineTo')).toHaveLength(5000)
    const near = { ...(tools[0] as (typeof tools)[number]), id: 'too near' }
    drawNames(context, [...tools, near], { view, theme })
    expect(calls.filter((call) => call.startsWith('fillText'))).toEqual([
      'fillText hub',
      'fillText a',
      'fillText b',
    ])
  })
})
