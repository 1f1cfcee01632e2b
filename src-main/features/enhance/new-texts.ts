import type { ProposedPart } from '../../domain/proposal/text'
import type { CatalogTool } from '../../domain/tool/tool'
import { jaccard } from '../../domain/value/jaccard'
import { bareText, sameText } from '../../domain/value/same-text'
import { ANALYSER_STEPS, analyser } from '../../pipeline/text/analyse'

/** Shared words of two texts, as a share of what either has, from which on they say the same. */
const LEAST_SHARED = 0.75

/** Compares texts with many others: the words of each are told apart once. */
interface WeighedText {
  same: string
  words: ReadonlySet<string>
}

const words = analyser(ANALYSER_STEPS)

const weighed = (text: string): WeighedText => ({
  same: sameText(text),
  words: new Set(words(text)),
})

/**
 * Whether two texts say nearly the same: but for case, spaces, endings, small words and a word in
 * four.
 */
const areAlike = (one: WeighedText, other: WeighedText): boolean =>
  one.same === other.same || jaccard(one.words, other.words) >= LEAST_SHARED

/** {@link areAlike} of two texts. */
export const sayTheSame = (one: string, other: string): boolean =>
  areAlike(weighed(one), weighed(other))

/**
 * Of the texts, in their order, up to `most` that say something that neither `known` ones nor those
 * before them do.
 */
export function newTexts(
  texts: readonly string[],
  known: readonly string[],
  most: number,
): string[] {
  const told = known.map(weighed)
  const found: string[] = []
  for (const text of texts) {
    if (found.length >= most) break
    const candidate = weighed(text)
    if (bareText(text) === '' || told.some((each) => areAlike(each, candidate))) continue
    told.push(candidate)
    found.push(text.trim())
  }
  return found
}

/** Parts that may well be the tool's name: a tool `calendar` among others of that tag. */
const MAY_BE_NAME: ReadonlySet<ProposedPart> = new Set(['tags', 'topics'])

/**
 * Tells whether a text, proposed for a part, stands there already as a text of the tool, but for
 * case and punctuation.
 */
export function isOwnText(
  { tool, layer }: CatalogTool,
  part: ProposedPart,
): (text: string) => boolean {
  const own = [tool.description, layer.description, layer.whenToUse, layer.limits].concat(
    MAY_BE_NAME.has(part) ? [] : [tool.name],
  )
  const known = new Set(own.map((text) => bareText(text ?? '')))
  return (text) => known.has(bareText(text))
}
