import type { ToolId } from '../../domain/tool'
import type { Least } from './calibration'
import { LEAST_ODDS, percentOf, type Enough } from './enough'
import type { Evidence } from './evidence'
import type { Strength } from './strength'

/** Words named at most. */
const MOST_WORDS = 8

/** Why no tool fits: which words no tool holds, what the best match holds, and how far below others it lies. */
export function whyNone(
  { evidence, strength }: { evidence: Evidence; strength: Strength },
  least: Least,
): string {
  const { words } = evidence
  const unheld = words.flatMap(({ written, isHeld }) => (isHeld ? [] : [written]))
  const [match, needed] = [strength.all, least.strength].map((value) => value.toFixed(3))
  return [
    'No tool fits.',
    ...(unheld.length > 0 ? [`No tool’s document holds ${quoted(unheld)}.`] : []),
    bestText(strength.best),
    `Words and meaning together, the catalog matches the request by ${match}; ${standardText(least)} match by ${needed} or more.`,
  ].join(' ')
}

function bestText(best: Strength['best']): string {
  if (!best) return 'No tool shares both words and meaning with it.'
  return `The best match, ${best.tool}, holds ${quoted(best.holds)} of it.`
}

const standardText = ({ from }: Least): string =>
  from
    ? `of the ${from.fitting} golden queries of this workspace that were read and some tool fits, ${from.fitting - from.refused}`
    : 'of the queries that Pegboard was developed with, at least 91\u00a0% of every set'

function quoted(words: readonly string[]): string {
  const shown = words.slice(0, MOST_WORDS).map((word) => `“${word}”`)
  const more = words.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/** Why a set holds as many tools as it does. @param next the first that is left out */
export function whySoMany({ size, odds }: Enough, next: ToolId | undefined): string {
  const tools = size === 1 ? 'One tool' : `${size} tools`
  const beyond = odds[size]
  const least = percentOf(LEAST_ODDS)
  const taught = 'where sets were best in development'
  if (next === undefined) return `${tools}: all that were found.`
  if (beyond === undefined) return `${tools}, as many as a set holds at most.`
  if ((odds[0] ?? 0) < LEAST_ODDS)
    return `${tools}, the likeliest, though its chance of being needed, ${percentOf(odds[0] ?? 0)}, is below ${least}, ${taught}.`
  return `${tools}: the next, ${next}, would be needed by a chance of ${percentOf(beyond)}, below ${least}, ${taught}.`
}
