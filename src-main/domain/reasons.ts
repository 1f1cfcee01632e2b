import type { Witness } from './query'

/** What brought a tool here other than scores, in words: a dependency, a past bundle. */
export function reasonsOf(witnesses: readonly Witness[]): string[] {
  return witnesses.flatMap((witness) => {
    if (witness.kind === 'edge') {
      const { from, parameter, reason } = witness
      const what = parameter === undefined ? from : `${from}, for its parameter ${parameter}`
      return reason === undefined ? `needed by ${what}` : `needed by ${what}: ${reason}`
    }
    if (witness.kind === 'bundle') {
      const { bundle, query, covers } = witness
      if (query !== undefined) return `a logged query like this one took it: “${query}”`
      return covers === undefined
        ? `from past bundle ${bundle}`
        : `from past bundle ${bundle}, for “${covers}”`
    }
    return witness.kind === 'part' ? [`best so far for “${witness.text}”`] : []
  })
}
