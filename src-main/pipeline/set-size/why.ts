import type { ToolId } from '../../domain/tool'
import { shareOf } from '../logistic'
import type { Learned, Verdict } from './calibration'
import { LEAST_ODDS, percentOf, type Enough } from './enough'
import { SIGNS, type Reading } from './signs'
import type { Strength } from './strength'

/** Words named at most. */
const MOST_WORDS = 8

/**
 * Why no tool fits: which words no tool holds, what the best match holds, which signs speak against it and how much, and how
 * far below others it lies.
 */
export function whyNone(
  { evidence, strength }: Pick<Reading, 'evidence' | 'strength'>,
  { least, learned }: Omit<Verdict, 'fits'>,
): string {
  const { words } = evidence
  const unheld = words.flatMap(({ written, isHeld }) => (isHeld ? [] : [written]))
  return [
    'No tool fits.',
    ...(unheld.length > 0 ? [`No tool’s document holds ${quoted(unheld)}.`] : []),
    bestText(strength.best),
    ...(learned ? learnedText(learned) : [shippedText(strength.all, least.strength)]),
  ].join(' ')
}

const shippedText = (match: number, least: number): string =>
  `Words and meaning together, the catalog matches the request by ${match.toFixed(3)}; of the queries that Pegboard was developed with, at least 91\u00a0% of every set match by ${least.toFixed(3)} or more.`

/** Less than this is not worth a word. */
const LEAST_SAID = 0.05

function learnedText({ score, least, signs, typical, model, from, like }: Learned): string[] {
  const against = signs
    .map((value, at) => ({
      name: SIGNS[at] ?? 'likeness to golden queries',
      value,
      usual: typical[at] as number,
      adds: shareOf(model, signs, at) - shareOf(model, typical, at),
    }))
    .filter(({ adds }) => adds < -LEAST_SAID)
    .sort((a, b) => a.adds - b.adds)
    .map(
      ({ name, value, usual, adds }) =>
        `${name} (${plain(value)} where those have ${plain(usual)}: ${signed(adds)})`,
    )
  return [
    ...(against.length > 0
      ? [
          `Beside golden queries that some tool fits, these speak against it, the strongest first: ${against.join(', ')}.`,
        ]
      : []),
    ...(like === undefined
      ? []
      : [`It is more like golden queries that no tool fits, such as “${shortened(like)}”.`]),
    `By all signs it scores ${signed(score)}; of the ${from.fitting} golden queries of this workspace that were read and some tool fits, ${from.fitting - from.refused} score ${signed(least)} or more.`,
  ]
}

const plain = (value: number): string => value.toFixed(2).replace('-', '\u2212')
const signed = (value: number): string => `${value < 0 ? '' : '+'}${plain(value)}`

/** Characters of a golden query that is named. */
const MOST_CHARACTERS = 80

const shortened = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`

function bestText(best: Strength['best']): string {
  if (!best) return 'No tool shares both words and meaning with it.'
  return `The best match, ${best.tool}, holds ${quoted(best.holds)} of it.`
}

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
