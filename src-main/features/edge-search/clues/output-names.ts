import type { WordNumbers } from '../../../authoring/lint/word-numbers'
import { nameKey, OF_OTHER_KIND } from './edge-clues'
import type { NumberedParameter, NumberedTool, NumberedTools, Words } from './numbered-tool'

/** How many tools return something of each name, by `nameKey`. */
export function returnersIn({ tools, parameters, words }: NumberedTools): Map<string, number> {
  const returners = new Map<string, number>()
  for (const { outputs } of tools) {
    const keys = Array.from(outputs, (each) =>
      keyOf((parameters[each] as NumberedParameter).nameWords, words),
    )
    for (const key of new Set(keys)) returners.set(key, (returners.get(key) ?? 0) + 1)
  }
  return returners
}

const keyOf = (nameWords: Words, { wordOf }: WordNumbers): string =>
  nameKey({ nameWords: new Set(Array.from(nameWords, wordOf)) })

/**
 * What outputs say for parameters, by numbers: as `outputClue` says it, of the output that says
 * most.
 */
export function outputNames(
  { parameters, words }: NumberedTools,
  weights: Float64Array,
  returners: ReadonlyMap<string, number>,
): (parameter: number, on: NumberedTool) => number {
  const at = (number: number) => parameters[number] as NumberedParameter
  const divisors = new Map<number, number>()
  const divisorOf = (output: number): number => {
    const known = divisors.get(output)
    if (known !== undefined) return known
    const divisor = Math.sqrt(returners.get(keyOf(at(output).nameWords, words)) ?? 1)
    divisors.set(output, divisor)
    return divisor
  }
  const share = (words: Words, others: Words): number => {
    let held = 0
    let all = 0
    for (const word of words) {
      const weight = weights[word] as number
      all += weight
      if (others.includes(word)) held += weight
    }
    return all === 0 ? 0 : held / all
  }
  const saidOf = ({ words, nameWords }: NumberedParameter) =>
    words.filter((word) => !nameWords.includes(word))
  const isOfOtherKind = (parameter: NumberedParameter, output: NumberedParameter, name: Words) => {
    const asked = saidOf(parameter)
    const given = saidOf(output)
    const isShared = (word: number) => given.includes(word) || name.includes(word)
    return asked.length > 0 && given.length > 0 && !asked.some(isShared)
  }
  return (number, { outputs, nameWords }) => {
    const parameter = at(number)
    let most = 0
    for (const each of outputs) {
      const output = at(each)
      const there = share(parameter.nameWords, output.nameWords)
      if (there === 0) continue
      const same = Math.min(there, share(output.nameWords, parameter.nameWords))
      const kind = isOfOtherKind(parameter, output, nameWords) ? OF_OTHER_KIND : 1
      most = Math.max(most, (same * kind) / divisorOf(each))
    }
    return most
  }
}
