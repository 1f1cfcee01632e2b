import type { EdgeWitness, FieldsWitness, Witness } from '../query/query'
import { shortQuery } from '../query/short-query'

/** What brought a tool here other than scores, in words: a dependency, a past bundle. */
export const reasonsOf = (witnesses: readonly Witness[]): string[] =>
  // Several tools that were found may lead to one along the same edge.
  [...new Set(witnesses.flatMap((witness) => reasonOf(witness) ?? []))]

/**
 * Who needs a tool, and for what: `send_mail, indirectly, for its parameter session: it must be
 * open`.
 */
export function edgeText({ from, edge, parameter, reason }: EdgeWitness): string {
  const how = edge.endsWith('indirect') ? ', indirectly' : ''
  const what = parameter === undefined ? '' : `, for its parameter ${parameter}`
  return `${from}${how}${what}${reason === undefined ? '' : `: ${reason}`}`
}

/** Parameters named that found no argument; the rest is counted. */
const MOST_MISSING = 3

/**
 * What each field adds: `description .61 · parameters −.20: “date” found no argument · examples
 * .30`.
 */
export function fieldsText({ adds, missing }: FieldsWitness): string {
  const lacking = missing.length > 0 ? `: ${lackingText(missing)}` : ''
  return adds
    .map(
      ({ field, score }) => `${field} ${shortScore(score)}${field === 'parameters' ? lacking : ''}`,
    )
    .join(' · ')
}

/** Which parameters found no argument: `“date”, “city”, “unit”, 2 more found no argument`. */
export function lackingText(missing: FieldsWitness['missing']): string {
  const named = missing.slice(0, MOST_MISSING).map((name) => `“${name}”`)
  const more = missing.length - named.length
  return `${[...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')} found no argument`
}

/** A score to two digits, without the 0 before its point: `.61`, `−.20`. */
export function shortScore(score: number): string {
  const text = Math.abs(score).toFixed(2)
  return `${score < 0 && Number(text) > 0 ? '−' : ''}${text.replace(/^0\./, '.')}`
}

function reasonOf(witness: Witness): string | undefined {
  if (witness.kind === 'edge') return `needed by ${edgeText(witness)}`
  if (witness.kind === 'name') return `named in the request: “${witness.text}”`
  if (witness.kind === 'part') return `best so far for “${witness.text}”`
  if (witness.kind === 'fields') return fieldsText(witness)
  if (witness.kind === 'score') return undefined
  const { bundle, query, covers } = witness
  if (query !== undefined) return `a logged query like this one took it: “${shortQuery(query)}”`
  return covers === undefined
    ? `from past bundle ${bundle}`
    : `from past bundle ${bundle}, for “${covers}”`
}
