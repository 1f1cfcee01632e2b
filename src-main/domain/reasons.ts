import type { EdgeWitness, Witness } from './query'

/** What brought a tool here other than scores, in words: a dependency, a past bundle. */
export const reasonsOf = (witnesses: readonly Witness[]): string[] =>
  // Several tools that were found may lead to one along the same edge.
  [...new Set(witnesses.flatMap((witness) => reasonOf(witness) ?? []))]

/** Who needs a tool, and for what: `send_mail, indirectly, for its parameter session: it must be open`. */
export function edgeText({ from, edge, parameter, reason }: EdgeWitness): string {
  const how = edge.endsWith('indirect') ? ', indirectly' : ''
  const what = parameter === undefined ? '' : `, for its parameter ${parameter}`
  return `${from}${how}${what}${reason === undefined ? '' : `: ${reason}`}`
}

function reasonOf(witness: Witness): string | undefined {
  if (witness.kind === 'edge') return `needed by ${edgeText(witness)}`
  if (witness.kind === 'part') return `best so far for “${witness.text}”`
  if (witness.kind === 'score') return undefined
  const { bundle, query, covers } = witness
  if (query !== undefined) return `a logged query like this one took it: “${query}”`
  return covers === undefined
    ? `from past bundle ${bundle}`
    : `from past bundle ${bundle}, for “${covers}”`
}
