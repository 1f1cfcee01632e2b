import { SECTION_NAMES } from './component-names'
import { shortScore } from './reasons'
import type { Section } from './tool-document'

/** What sections add to a cosine, in a sentence: the greatest first. */
export function meaningText(meaning: readonly { section: Section; adds: number }[]): string {
  const cosine = meaning.reduce((sum, { adds }) => sum + adds, 0)
  const parts = meaning
    .toSorted((one, other) => other.adds - one.adds)
    .map(({ section, adds }) => `${SECTION_NAMES[section].toLowerCase()} ${shortScore(adds)}`)
  return `Meaning of the whole query: cosine ${shortScore(cosine)} = ${parts.join(' + ')}.`
}
