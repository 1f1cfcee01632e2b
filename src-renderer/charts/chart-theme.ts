import type { DependencyKind } from '../../src-main/domain/tool/tool'
import { KINDS_OF_EDGES } from '../../src-main/domain/graph/edge'
import { useMutationObserver, usePreferredDark } from '@vueuse/core'
import { onMounted, shallowRef, watch, type ShallowRef } from 'vue'

/** The colours a chart is drawn with, read from the window's own tokens. */
export interface ChartTheme {
  series: string[]
  text: string
  muted: string
  line: string
  surface: string
  accent: string
  /** Of the lines of edges between tools. */
  edges: Record<DependencyKind, string>
  font: string
}

/** Colours that series are told apart by. */
export const MOST_COLOURS = 8

export function readChartTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback
  return {
    series: Array.from({ length: MOST_COLOURS }, (_, i) => token(`--series-${i + 1}`, '#3b6fd4')),
    text: token('--text', '#1c1f24'),
    muted: token('--text-muted', '#5b6470'),
    line: token('--border', '#d9dde3'),
    surface: token('--surface-1', '#ffffff'),
    accent: token('--accent', '#3b6fd4'),
    edges: Object.fromEntries(
      KINDS_OF_EDGES.map((kind) => [kind, token(`--edge-${kind}`, '#3b6fd4')]),
    ) as ChartTheme['edges'],
    // Unquoted: quotes would end the attribute that an exported SVG writes the font into.
    font: token('--font', 'sans-serif').replace(/["']/g, ''),
  }
}

/** The current colours; read again when the window's or the system's theme changes. */
export function useChartTheme(): ShallowRef<ChartTheme> {
  const theme = shallowRef(readChartTheme())
  const read = () => (theme.value = readChartTheme())
  onMounted(read)
  useMutationObserver(document.documentElement, read, { attributeFilter: ['data-theme', 'class'] })
  watch(usePreferredDark(), read)
  return theme
}
