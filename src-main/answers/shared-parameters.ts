import type { AnswerParameter, AnswerParts } from './answer-parts'

/** The parameters that an answer writes once, by their keys. */
export type SharedParameters = ReadonlyMap<string, AnswerParameter>

/** Of no two tools. */
export const NONE_SHARED: SharedParameters = new Map()

/**
 * The parameters that several tools have, word for word, where to write them once takes fewer
 * tokens. Of those with one name the one that saves most.
 * @param whole the tools that are given in full
 */
export function sharedParameters(whole: readonly AnswerParts[]): SharedParameters {
  const counts = new Map<string, { parameter: AnswerParameter; count: number }>()
  for (const { parameters } of whole) {
    for (const parameter of parameters) {
      if (parameter.key === undefined) continue
      const known = counts.get(parameter.key)
      if (known) known.count += 1
      else counts.set(parameter.key, { parameter, count: 1 })
    }
  }
  const best = new Map<string, { key: string; parameter: AnswerParameter; saved: number }>()
  for (const [key, { parameter, count }] of counts) {
    const saved = (count - 1) * parameter.tokens - count * parameter.nameTokens
    if (saved > (best.get(parameter.name)?.saved ?? 0)) {
      best.set(parameter.name, { key, parameter, saved })
    }
  }
  return new Map([...best.values()].map(({ key, parameter }) => [key, parameter]))
}

/** What of a tool's parameters stands elsewhere in the answer, and what in the tool. */
export function partedBy({ parameters }: AnswerParts, shared: SharedParameters) {
  const isShared = ({ key }: AnswerParameter): boolean => key !== undefined && shared.has(key)
  const own = parameters.filter((each) => !isShared(each))
  const elsewhere = parameters.filter(isShared)
  return { own, elsewhere, isAll: elsewhere.length > 0 && elsewhere.length === shared.size }
}
