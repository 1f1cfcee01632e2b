import type { PlacedTool } from '../../domain/query'
import { expectedNearest, type Evidence } from './evidence'

/** As many tools as a set of its own size holds at most; no development query needed as many. */
export const MOST_TOOLS = 20

/**
 * A logistic regression over what is known of a place in the ranking, fitted on the development rows of six sets; see
 * `README.md`, and `npm run bench -- ownSize` for what it reaches.
 */
const ODDS = { constant: 0.634, gap: -0.855, fall: -2.597, place: -1.301, parts: 1.217 }
/** Where sets were best in the worst case: a chance of 32 %. */
export const LEAST_ODDS = -0.75

/** How many of the first tools are enough, and the odds of each that it is needed: those of `tools[i]` stand at `odds[i]`. */
export interface Enough {
  size: number
  odds: readonly number[]
}

/** @param tools the first of a ranking by scores, of which the evidence is. */
export function enoughOf(tools: readonly PlacedTool[], evidence: Evidence): Enough {
  const gaps = gapsOf(evidence)
  const parts = Math.log(Math.max(1, evidence.texts.length - 1))
  const first = tools[0]?.score ?? 0
  const odds = tools.map(({ score = 0 }, at) => {
    const fall = (first - score) / (Math.abs(first) || 1)
    return (
      ODDS.constant +
      ODDS.gap * (gaps[at] ?? 0) +
      ODDS.fall * fall +
      ODDS.place * Math.log(1 + at) +
      ODDS.parts * parts
    )
  })
  // As places count, odds mostly fall; what stands before a tool that is needed is not left out for standing there.
  const reaching = odds.filter((each) => each >= LEAST_ODDS).length
  return { size: Math.min(tools.length, Math.max(1, reaching)), odds }
}

/** By how much less speaks for each tool than for the best one, for the part of the query where this is least. */
function gapsOf({ texts, tools, catalog }: Evidence): number[] {
  const expected = expectedNearest(catalog)
  const speaks = tools.map(({ shares, near }) =>
    texts.map((_, at) => (shares[at] ?? 0) + (near[at] ?? 0) / expected),
  )
  const parts = texts.length > 1 ? texts.map((_, at) => at).slice(1) : [0]
  const most = parts.map((part) => Math.max(...speaks.map((of) => of[part] ?? 0)))
  return speaks.map((of) => Math.min(...parts.map((part, at) => (most[at] ?? 0) - (of[part] ?? 0))))
}

/** A chance of log odds as whole percent, or finer where {@link LEAST_ODDS} would read the same. */
export function percentOf(odds: number): string {
  const percent = (of: number) => 100 / (1 + Math.exp(-of))
  const isSame =
    odds !== LEAST_ODDS && Math.round(percent(odds)) === Math.round(percent(LEAST_ODDS))
  return `${percent(odds).toFixed(isSame ? 1 : 0)}\u00a0%`
}
