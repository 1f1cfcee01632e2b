import type { Dependency, ToolId } from '../../../domain/tool/tool'
import { chanceOf } from '../../../pipeline/logistic'
import type { DescribedParameter, DescribedTool } from './described-tool'

/** What speaks for an edge, and against it; each 0…1. */
export interface Clues {
  /** The share of the other tool's name that the parameter is called or said to be. */
  nameInParameter: number
  /** Cosine of the parameter and the other tool. */
  likeness: number
  /**
   * How much the parameter and an output of the other tool are called the same; less where many
   * tools return it, or of another kind.
   */
  output: number
  /**
   * 1 where the other tool logs in to what this one belongs to, and this one takes what that gives;
   * {@link UNTAKEN} where it takes no such thing.
   */
  login: number
  /** 1 where the other tool takes the parameter itself, so that it hardly gives it. */
  takesItself: number
  /** 1 where the other tool requires no parameter, less with each that it does. */
  asksLittle: number
  /** The share of the similar tools whose edges are known that need the other tool. */
  similar: number
  /** 1 where the edges of ten similar tools are known, less where those of fewer are. */
  couldTell: number
  /**
   * The share of the tools with a parameter of this name that need the other tool; less than the
   * share where there are few.
   */
  sameParameter: number
}

/**
 * Points of each clue where it is 1; a share of it has that share of them. Searched on half
 * of ToolLinkOS's tools, see the README; `output` by hand, as that catalog names no outputs, and
 * `UNTAKEN` lower than that half alone says, as one catalog's logins prove little. With other
 * points, `EDGE_RULE` is another.
 */
export const POINTS: Clues = {
  nameInParameter: 4,
  likeness: 5,
  output: 6,
  login: 8,
  takesItself: -2,
  asksLittle: 2,
  similar: 5,
  couldTell: -1,
  sameParameter: 5,
}

/** What a login counts that gives nothing which the tool takes. */
export const UNTAKEN = 0.75

/** The names of the clues. */
export const CLUES = Object.keys(POINTS) as (keyof Clues)[]

/** With so many points an edge is as likely as not. */
const EVEN = 7.5

/** How sure an edge is: each point more makes its odds e times as high. */
export const edgeProbability = (points: number): number => chanceOf(points - EVEN)

/** With how many points it is so sure. */
export const pointsFor = (probability: number): number =>
  EVEN + Math.log(probability / (1 - probability))

/** What is known of edges before any is proposed. */
export interface Known {
  /** The edges of each tool whose edges are known, as far as they are. */
  edges: ReadonlyMap<ToolId, readonly Dependency[]>
  /** How many of these tools need a tool. */
  dependents: ReadonlyMap<ToolId, number>
  /** These tools by the names of their parameters. */
  byParameter: ReadonlyMap<string, readonly ToolId[]>
}

/** Tools whose edges are known that are looked at as being like one. */
export const MOST_SIMILAR = 10

/** What was found for the tool whose edges are looked for, and what is known of all. */
export interface Around {
  weights: WordWeights
  known: Known
  /** How many tools return something of this name; see {@link nameKey}. */
  returners: ReadonlyMap<string, number>
  /** The tools most like it whose edges are known. */
  similar: readonly ToolId[]
}

/** A parameter with the tools like it, by falling cosine. */
export interface SearchedParameter {
  parameter: DescribedParameter
  hits: ReadonlyMap<ToolId, number>
  /** The cosine of the last of `hits`: that of no other tool is higher. */
  leastHit: number
}

/** The clues that hold of two tools whatever the parameter. */
export function cluesOfTools(
  { from, on }: { from: DescribedTool; on: DescribedTool },
  { known, similar }: Around,
): Clues {
  const needs = needing(on.id, known)
  return {
    nameInParameter: 0,
    likeness: 0,
    output: 0,
    takesItself: 0,
    sameParameter: 0,
    login: isLoginOf(from, on) ? (takesLogin(from) ? 1 : UNTAKEN) : 0,
    asksLittle: 1 / (1 + on.parameters.filter(({ required }) => required).length),
    similar: similar.length === 0 ? 0 : similar.filter(needs).length / similar.length,
    couldTell: similar.length / MOST_SIMILAR,
  }
}

/**
 * All clues of two tools and a parameter of the one.
 * @param ofTools what {@link cluesOfTools} gave
 */
export function cluesOfParameter(
  { from, on, ofTools }: { from: DescribedTool; on: DescribedTool; ofTools: Clues },
  { parameter, hits, leastHit }: SearchedParameter,
  around: Around,
): Clues {
  const { weights, known } = around
  const namesakes = namesakesOf(parameter, from, known)
  return {
    ...ofTools,
    nameInParameter: weights.share(on.nameWords, parameter.words),
    likeness: Math.max(0, hits.get(on.id) ?? leastHit),
    output: Math.max(
      0,
      ...on.outputs.map((each) => outputClue({ parameter, output: each, on }, around)),
    ),
    takesItself: on.parameters.some(({ name }) => name === parameter.name) ? 1 : 0,
    sameParameter: namesakes.filter(needing(on.id, known)).length / (namesakes.length + 1),
  }
}

/** Other tools with a parameter of this name whose edges are known. */
export const namesakesOf = (
  { name }: DescribedParameter,
  from: DescribedTool,
  { byParameter }: Known,
): readonly ToolId[] => (byParameter.get(name) ?? []).filter((id) => id !== from.id)

/** Whether a tool is known to need `on`. */
export const needing =
  (on: ToolId, { edges }: Known) =>
  (id: ToolId): boolean =>
    edges.get(id)?.some((edge) => edge.on === on) ?? false

/** A name by its words, in any order and without endings. */
export const nameKey = ({ nameWords }: Pick<DescribedParameter, 'nameWords'>): string =>
  [...nameWords].sort().join(' ')

/** What an output of `on` says for a parameter; see {@link Clues.output}. */
export const outputClue = (
  {
    parameter,
    output,
    on,
  }: { parameter: DescribedParameter; output: DescribedParameter; on: DescribedTool },
  { weights, returners }: Pick<Around, 'weights' | 'returners'>,
): number =>
  (sameName(parameter.nameWords, output.nameWords, weights) *
    (isOfOtherKind(parameter, output, on) ? OF_OTHER_KIND : 1)) /
  Math.sqrt(returners.get(nameKey(output)) ?? 1)

/** What is left of a name that two things share which are said to be something else; by hand. */
export const OF_OTHER_KIND = 0.5

/**
 * Whether both are described, and what is said of the parameter, but for its name, shares nothing
 * with what is said of the output.
 */
function isOfOtherKind(
  parameter: DescribedParameter,
  output: DescribedParameter,
  on: DescribedTool,
): boolean {
  const asked = saidOf(parameter)
  const given = saidOf(output)
  const isShared = (word: string) => given.includes(word) || on.nameWords.has(word)
  return asked.length > 0 && given.length > 0 && !asked.some(isShared)
}

const saidOf = ({ words, nameWords }: DescribedParameter): string[] =>
  [...words].filter((word) => !nameWords.has(word))

/** How much two names are the same, by the weight of their words. */
const sameName = (
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  weights: WordWeights,
): number => Math.min(weights.share(one, other), weights.share(other, one))

/**
 * Whether `on` logs in to what `from` belongs to: the words that say to what stand in its name,
 * server or description. A login that does not say to what is that of all tools of its server that
 * take what it gives.
 */
function isLoginOf(from: DescribedTool, on: DescribedTool): boolean {
  if (!on.logsInTo || from.logsInTo) return false
  if (on.logsInTo.size === 0) {
    return from.server === on.server && takesLogin(from)
  }
  return [...on.logsInTo].every((word) => from.plainWords.has(word))
}

const takesLogin = ({ parameters }: DescribedTool): boolean =>
  parameters.some(({ holdsLogin }) => holdsLogin)

/** Words with what each weighs: the rarer among the names of a catalog, the more. */
interface WordWeights {
  /** The share of `words`, by weight, that `others` hold; 0 of no words. */
  share(words: ReadonlySet<string>, others: ReadonlySet<string>): number
}

/**
 * Inverse document frequency over the names of a catalog.
 * @param holders how many names hold a word
 * @param names how many there are
 */
export function wordWeights(holders: (word: string) => number, names: number): WordWeights {
  const of = (word: string): number => Math.log(1 + names / (1 + holders(word)))
  return {
    share(words, others) {
      let held = 0
      let all = 0
      for (const word of words) {
        const weight = of(word)
        all += weight
        if (others.has(word)) held += weight
      }
      return all === 0 ? 0 : held / all
    },
  }
}
