import {
  MEANING_WEIGHTS,
  WORD_WEIGHTS,
  type Section,
  type SectionWeights,
} from '../../domain/tool-document'
import type { Embedder } from '../../ports/embedder'
import type { LexicalDocument } from '../../ports/lexical-index'
import type { Documents, KeyedText } from '../kit'
import type { Analyse } from './analyse'
import { splitIdentifier } from './split-identifier'

/** A part of a text, and what its vector counts in that of the text. */
export interface WeighedPart {
  /** That it is, where the text has sections. */
  section?: Section
  text: string
  weight: number
}

type Weighing = Pick<Documents<string>, 'weights'>

/** What the words of each section count in documents. */
export const wordWeightsOf = ({ weights }: Weighing): SectionWeights => ({
  ...WORD_WEIGHTS,
  ...weights?.wordWeights,
})

/** What the vector of each section counts in documents. */
export const meaningWeightsOf = (
  { weights }: Weighing,
  { reads }: Pick<Embedder, 'reads'>,
): SectionWeights => ({ ...MEANING_WEIGHTS[reads], ...weights?.meaningWeights })

/** A text as its terms are matched; words of a section that counts nothing are left out. */
export function termsOf<Key extends string>(
  keyed: KeyedText<Key>,
  weights: SectionWeights,
  analyse: Analyse,
): LexicalDocument<Key> {
  if ('text' in keyed) return { key: keyed.key, terms: analyse(keyed.text) }
  const terms: string[] = []
  const counted: number[] = []
  for (const { section, text } of weighed(keyed.sections, weights)) {
    for (const term of analyse(text)) {
      terms.push(term)
      counted.push(weights[section])
    }
  }
  return { key: keyed.key, terms, weights: counted }
}

/** The parts of a text as they are embedded: with identifiers written as words. */
export function partsOf(keyed: KeyedText<string>, weights: SectionWeights): WeighedPart[] {
  if ('text' in keyed) return [{ text: splitIdentifier(keyed.text), weight: 1 }]
  const parts = weighed(keyed.sections, weights).map(({ section, text }) => ({
    section,
    text: splitIdentifier(text),
    weight: weights[section],
  }))
  return parts.length > 0 ? parts : [{ text: '', weight: 1 }]
}

const weighed = <Part extends { section: Section }>(
  sections: readonly Part[],
  weights: SectionWeights,
): Part[] => sections.filter(({ section }) => weights[section] > 0)

/** Characters of a text, all its sections together. */
export const charactersOf = (keyed: KeyedText<string>): number =>
  'text' in keyed
    ? keyed.text.length
    : keyed.sections.reduce((sum, { text }) => sum + text.length, 0)
