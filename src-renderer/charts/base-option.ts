import type { Axis } from './chart-data'
import type { ChartTheme } from './chart-theme'
import type { ChartOption } from './echarts'

/** In pixels, where nothing else is wanted. */
export const CHART_HEIGHT = 300

/** Marker shapes by series, so that lines are told apart without colour. */
export const markers = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'pin']
export const dashes: ('solid' | 'dashed' | 'dotted')[] = ['solid', 'dashed', 'dotted']

/** The entry that belongs to a series, starting over past the end. */
export function cycle<Item>(items: readonly [Item, ...Item[]] | Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError('There is nothing to choose from.')
  return item
}

// Longer names are cut off in the legend; tables have them in full.
const longestName = 260
// Measured in the legend's own type, generously, so that it never reaches into the picture.
const letterWidth = 6.6
const markWidth = 48
const lineHeight = 22

/** How many lines a legend of these names takes in a chart so many pixels wide. */
export function legendLines(names: readonly string[], width: number): number {
  let lines = 1
  let used = 0
  for (const name of names) {
    const needed = markWidth + Math.min(longestName, name.length * letterWidth)
    if (used > 0 && used + needed > width) {
      lines += 1
      used = 0
    }
    used += needed
  }
  return lines
}

/**
 * Names that fit beside the ends of their lines, few enough not to crowd there, in letters and
 * lines.
 */
const endName = { letters: 18, lines: 5 }

/** Whether lines can be named at their ends, without a legend. */
export const areNamedAtEnds = (names: readonly string[]): boolean =>
  names.length <= endName.lines && names.every(({ length }) => length <= endName.letters)

/**
 * The frame of the picture, below a legend of these names, or beside them at the ends of the lines.
 */
export const gridBelow = (names: readonly string[], width: number, atEnds = false) => ({
  left: 56,
  right: 20 + (atEnds ? Math.max(0, ...names.map(({ length }) => length)) * letterWidth : 0),
  top: atEnds ? lineHeight : 18 + legendLines(names, width) * lineHeight,
  bottom: 46,
})

/**
 * What every chart has: type, legend, tooltip drawn as text (never HTML), description and decals.
 */
export const baseOption = (theme: ChartTheme) =>
  ({
    animation: false,
    textStyle: { fontFamily: theme.font, color: theme.text, fontSize: 12 },
    aria: {
      enabled: true,
      decal: {
        show: true,
        decals: [
          { color: 'rgba(0, 0, 0, 0)' },
          { color: theme.surface, dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: -Math.PI / 4 },
          {
            color: theme.surface,
            symbol: 'circle',
            symbolSize: 0.6,
            dashArrayX: [
              [8, 8],
              [0, 8, 8, 0],
            ],
            dashArrayY: [6, 0],
          },
          { color: theme.surface, dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: Math.PI / 4 },
          { color: theme.surface, dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: 0 },
          { color: theme.surface, dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: Math.PI / 2 },
        ],
      },
    },
    legend: {
      type: 'plain',
      selectedMode: false,
      top: 0,
      left: 0,
      itemWidth: 26,
      itemHeight: 10,
      itemGap: 16,
      textStyle: { color: theme.text, fontSize: 12, width: longestName, overflow: 'truncate' },
    },
    tooltip: {
      renderMode: 'richText',
      confine: true,
      transitionDuration: 0,
      backgroundColor: theme.surface,
      borderColor: theme.line,
      // Drawn text inherits no type.
      textStyle: { color: theme.text, fontSize: 12, fontFamily: theme.font },
    },
  }) satisfies ChartOption

/** An axis in the theme's colours, named along its middle. */
export const axisOption = (axis: Axis, theme: ChartTheme, gap: number) => ({
  name: axis.title,
  nameLocation: 'middle' as const,
  nameGap: gap,
  nameTextStyle: { color: theme.muted },
  axisLine: { show: true, lineStyle: { color: theme.line } },
  axisTick: { show: false },
  axisLabel: { color: theme.muted, formatter: axis.tick ?? axis.format },
  splitLine: { lineStyle: { color: theme.line, opacity: 0.6 } },
})
