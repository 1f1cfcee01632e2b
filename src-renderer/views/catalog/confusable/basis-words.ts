import type { Basis } from '../../../../src-main/contract/confusable'
import type { ActionAnswer } from '../../../../src-main/app/actions'
import { embedderTitle } from '../../../../src-main/domain/model/names'
import { formatCount, plural } from '../../../words/number-words'

type Sums = ActionAnswer<'confusable.pairs'>['sums']

/** How many tools are confused, in a sentence. */
export function sumsSentence({ pairs, hubs, orphans }: Sums, { by }: Basis): string {
  if (by === 'similarity') return `${plural(pairs, 'pair says', 'pairs say')} much the same.`
  const never = orphans ? ` ${plural(orphans, 'tool is', 'tools are')} never found.` : ''
  return `${plural(pairs, 'pair takes', 'pairs take')} each other’s queries; ${plural(hubs, 'tool stands', 'tools stand')} among the first unasked.${never}`
}

/** By what that is said. */
export function basisSentence(basis: Basis): string {
  if (basis.by === 'run') {
    const { recipe, goldenSet, queries, k, gone, remarks } = basis
    const cut = k === undefined ? '' : ` at k = ${k}`
    const without =
      gone > 0 ? ` ${plural(gone, 'tool')} of it are not in the catalog any more.` : ''
    const by = `By the run of ${recipe} on ${goldenSet}, ${formatCount(queries)} queries${cut}.${without}`
    return [by, ...remarks].join(' ')
  }
  const { embedder, remarks } = basis
  const what = embedder
    ? `By the words they share, and their meaning as ${embedderTitle(embedder)} sees it.`
    : 'By the words they share.'
  return [what, ...remarks].join(' ')
}
