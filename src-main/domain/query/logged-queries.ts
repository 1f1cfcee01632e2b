import type { HistoryUse } from '../run/run'
import type { ToolId } from '../tool/tool'
import type { Bundle, HistoryFigures, HistoryStock } from './bundle'
import type { GoldenQuery } from './golden-set'

/** What is taken of logged queries: what is longer, or more, is left out and reported. */
export const LOGGED = {
  /**
   * Characters of one query: a request is far shorter, and what is longer is a text that was
   * pasted.
   */
  longestQuery: 2_000,
  /** Tools of one query. */
  mostTools: 100,
  /** Queries of one workspace: their vectors then take some 100 MB. */
  mostQueries: 100_000,
} as const

/** Golden queries as if they had been logged. */
export const asHistory = (queries: readonly GoldenQuery[]): Bundle[] =>
  queries.map(({ id, text, tools }) => ({ id, query: text, tools }))

/** The figures of logged queries. @param isKnown whether the catalog holds a tool */
export function historyFigures(
  bundles: readonly Bundle[],
  isKnown: (tool: ToolId) => boolean,
): HistoryFigures {
  const counts = new Map<ToolId, number>()
  let queries = 0
  for (const { tools } of bundles) {
    const known = tools.filter(isKnown)
    for (const tool of known) counts.set(tool, (counts.get(tool) ?? 0) + 1)
    if (known.length > 0) queries++
  }
  const sorted = [...counts.values()].sort((a, b) => a - b)
  const at = (place: number): number => sorted[place] ?? 0
  const middle = (sorted.length - 1) / 2
  return {
    queries,
    tools: counts.size,
    perTool: {
      least: at(0),
      median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
      most: at(sorted.length - 1),
    },
  }
}

/** What there is of logged queries. @param isKnown whether the catalog holds a tool */
export function historyStock(
  bundles: readonly Bundle[],
  isKnown: (tool: ToolId) => boolean,
): HistoryStock {
  const count = (counts: (bundle: Bundle) => boolean): number =>
    bundles.reduce((sum, bundle) => sum + (counts(bundle) ? 1 : 0), 0)
  return {
    queries: bundles.length,
    bundles: new Set(bundles.map(bundleOf)).size,
    useless: count(({ tools }) => !tools.some(isKnown)),
    synthetic: count(({ from }) => from === 'synthetic'),
    undated: count(({ loggedAt }) => loggedAt === undefined),
  }
}

export const loggedText = (queries: number): string =>
  `${queries} logged ${queries === 1 ? 'query' : 'queries'}`

/** The figures in words: `597 logged queries, 3 to 12 a tool (median 3)`. */
export function historyText({ queries, tools, perTool }: HistoryFigures): string {
  const { least, median, most } = perTool
  const counted = loggedText(queries)
  if (tools === 0) return counted
  const range = least === most ? `${least}` : `${least} to ${most}`
  return `${counted} of ${tools} ${tools === 1 ? 'tool' : 'tools'}, ${range} a tool${least === most ? '' : ` (median ${median})`}`
}

/**
 * What a run could learn from, in words: `597 logged queries of 199 tools, 3 a tool; for 12 queries
 * that are among them …`.
 */
export function historyUseText(use: HistoryUse): string {
  const { heldOut, sameTools = 0, synthetic = 0, ...figures } = use
  const invented = synthetic === 0 ? '' : ` (${synthetic} of them synthetic)`
  const text = `${historyText(figures)}${invented}${sameToolsText(sameTools)}`
  if (heldOut === 0) return `${text}; no measured query is among them`
  const queries = heldOut === 1 ? '1 measured query is' : `${heldOut} measured queries are`
  return `${text}; ${queries} among them, or nearly, and learned nothing from ${heldOut === 1 ? 'itself' : 'themselves'}`
}

const sameToolsText = (queries: number): string =>
  queries === 0
    ? ''
    : `; ${queries === 1 ? '1 measured query needs' : `${queries} measured queries need`} just the tools that one of them took`

/** What tells one bundle from another: its tools in any order. */
export const bundleOf = ({ tools }: { tools: readonly ToolId[] }): string =>
  [...new Set(tools)].sort().join('\n')
