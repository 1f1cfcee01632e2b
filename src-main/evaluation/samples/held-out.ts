import type { Bundle } from '../../domain/query/bundle'
import { jaccard } from '../../domain/value/jaccard'
import { sameText } from '../../domain/value/same-text'
import { analyser } from '../../pipeline/text/analyse'

/**
 * How alike two queries are that count as one: the share of their terms, of all that either has,
 * that both have. Measured on six published sets, 6,570 queries held against each other: at 0.8,
 * ToolLinkOS has 36 pairs that differ in the one word that makes another request of it (“Delta”,
 * “Southwest”), at 0.9 three; of the others’ pairs from 0.9 on, 5 of 6 name the same tools.
 */
const ALIKE = 0.9

const termsOf = analyser(['split-identifiers', 'stop-words', 'stemming'])

/** Finds the logged queries that a golden query must not learn from, by the query's text. */
export type FindHeldOut = (text: string) => readonly string[]

/** A logged query as it is compared. */
interface Compared {
  id: string
  terms: ReadonlySet<string>
}

/**
 * The ids of the logged queries that a query stands in, or nearly: the same words whatever their
 * case and spaces, or at least {@link ALIKE} of the terms in common (Jaccard; stop words and
 * endings aside). Which ones to compare is told by the rarest terms of both, one of which any two
 * that are so alike share (prefix filtering, Bayardo et al. 2007), so that thousands of queries are
 * held against thousands in a second.
 * @param pause called between any two logged queries, so that others may have their turn
 */
export async function heldOutOf(
  bundles: readonly Pick<Bundle, 'id' | 'query'>[],
  pause: () => Promise<unknown>,
): Promise<FindHeldOut> {
  const byText = Map.groupBy(bundles, ({ query }) => sameText(query))
  const compared: Compared[] = []
  const counts = new Map<string, number>()
  for (const { id, query } of bundles) {
    const terms = new Set(termsOf(query))
    compared.push({ id, terms })
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    await pause()
  }
  const rarestOf = (terms: ReadonlySet<string>): string[] =>
    [...terms]
      .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1))
      .slice(0, terms.size - Math.ceil(ALIKE * terms.size) + 1)
  const byTerm = new Map<string, Compared[]>()
  for (const each of compared) {
    for (const term of rarestOf(each.terms)) {
      const alike = byTerm.get(term)
      if (alike) alike.push(each)
      else byTerm.set(term, [each])
    }
    await pause()
  }
  return (text) => {
    const terms = new Set(termsOf(text))
    const found = new Set(byText.get(sameText(text))?.map(({ id }) => id))
    for (const term of rarestOf(terms)) {
      for (const each of byTerm.get(term) ?? []) {
        if (jaccard(terms, each.terms) >= ALIKE) found.add(each.id)
      }
    }
    return [...found].sort()
  }
}
