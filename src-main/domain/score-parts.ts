import type { ScorePart, Witness } from './query'

/** The parts of a tool's witnesses that are scores. */
export const scorePartsOf = (witnesses: readonly Witness[]): ScorePart[] =>
  witnesses.filter((witness) => witness.kind === 'score')
