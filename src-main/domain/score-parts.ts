import type { ScorePart, Witness } from './query'

/** The parts of a tool's witnesses that are scores. */
export const scorePartsOf = (witnesses: readonly Witness[]): ScorePart[] =>
  witnesses.filter((witness) => witness.kind === 'score')

/**
 * The score part that tells how near a tool's nearest past query is, in deviations from how near those of other tools mostly
 * are; by it a fusion tells whether the past has anything to say.
 */
export const NEAREST_PAST = 'nearness of past query'
