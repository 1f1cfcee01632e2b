import { embedderTitle, SENTENCES } from '../model/names'
import type { MoveState } from './move'

/** Tokens that Sentences embeds in a second, on two cores. */
const TOKENS_A_SECOND = 1800
/** Of English tool documents. */
const CHARACTERS_A_TOKEN = 4.5
/** That stand around every text. */
const TOKENS_AROUND = 2

/** About how long Sentences takes for texts, in seconds. */
export const secondsToEmbed = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length / CHARACTERS_A_TOKEN + TOKENS_AROUND, 0) /
  TOKENS_A_SECOND

/** A move that takes longer waits for its owner, in seconds. */
const LONGEST_UNASKED = 60

/** Whether a move goes on without being asked. */
export const goesOnByItself = ({ documents, seconds, wanted }: Omit<MoveState, 'to'>): boolean =>
  documents > 0 && (wanted ?? seconds <= LONGEST_UNASKED)

/** `about 40 seconds`, `about 6 minutes`, `about 2 hours`. */
export function aboutTime(seconds: number): string {
  if (seconds < 90) return `about ${counted(Math.max(1, Math.round(seconds)), 'second')}`
  const minutes = Math.round(seconds / 60)
  return `about ${minutes < 90 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour')}`
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** What Sentences adds to Hybrid's Recall@5 on the development sets, in points. */
const POINTS_MORE = 2

/** What a move costs and gains, in words that end a sentence. */
export const moveOffer = ({ to, seconds }: Pick<MoveState, 'to' | 'seconds'>): string =>
  to === SENTENCES
    ? `${aboutTime(seconds)}; on our development sets Hybrid found ${POINTS_MORE} points more of the right tools`
    : aboutTime(seconds)

/** Said once a workspace has moved. */
export const movedText = (to: string): string =>
  `${embedderTitle(to)} answers in this workspace from now on.`
