import type { ScorePart, Witness } from '../query/query'
import { SECTION_NAMES } from '../tool/component-names'
import type { Section } from '../tool/document'
import { shortScore } from './reasons'

/** The parts of a tool's witnesses that are scores. */
export const scorePartsOf = (witnesses: readonly Witness[]): ScorePart[] =>
  witnesses.filter((witness) => witness.kind === 'score')

/**
 * The score part that tells how near a tool's nearest past query is, in deviations from how near
 * those of other tools mostly are; by it a fusion tells whether the past has anything to say.
 */
export const NEAREST_PAST = 'nearness of past query'

/** What sections add to a cosine, in a sentence: the greatest first. */
export function meaningText(meaning: readonly { section: Section; adds: number }[]): string {
  const cosine = meaning.reduce((sum, { adds }) => sum + adds, 0)
  const parts = meaning
    .toSorted((one, other) => other.adds - one.adds)
    .map(({ section, adds }) => `${SECTION_NAMES[section].toLowerCase()} ${shortScore(adds)}`)
  return `Meaning of the whole query: cosine ${shortScore(cosine)} = ${parts.join(' + ')}.`
}
