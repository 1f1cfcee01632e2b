import type { Dependency, ToolId } from '../../domain/tool/tool'
import type { Logistic } from '../../pipeline/logistic'
import type { DescribedParameter, DescribedTool } from './described-tool'

/** What speaks for an edge, and against it; each 0…1. */
export interface Clues {
  /** The share of the other tool's name that the parameter is called or said to be. */
  nameInParameter: number
  /** The share of the parameter's name that the other tool's name holds. */
  parameterInName: number
  /** Cosine of the parameter and the other tool. */
  likeness: number
  /**
   * How much the parameter and an output of the other tool are called the same; less where many
   * tools return it, or of another kind.
   */
  output: number
  /** 1 where the other tool logs in to what this one belongs to. */
  login: number
  /** 1 where the parameter takes a session or token, besides. */
  loginForParameter: number
  /** 1 where the other tool takes the parameter itself, so that it hardly gives it. */
  takesItself: number
  /** 1 where the other tool requires no parameter, less with each that it does. */
  asksLittle: number
  /** The share of the similar tools whose edges are known that need the other tool. */
  similar: number
  /** That of the tools with a parameter of this name; less than the share where there are few. */
  sameParameter: number
  /** That of all tools. */
  hub: number
}

/** The order of {@link featuresOf} and of weights. */
export const CLUES = [
  ...(['nameInParameter', 'parameterInName', 'likeness', 'output', 'login'] as const),
  ...(['loginForParameter', 'takesItself', 'asksLittle'] as const),
  ...(['similar', 'sameParameter', 'hub'] as const),
] satisfies readonly (keyof Clues)[]

export const featuresOf = (clues: Clues): number[] => CLUES.map((clue) => clues[clue])

/**
 * What each clue weighs where nothing is known of a catalog's edges, and what is held on to where
 * little is: fitted to the schemas of ToolLinkOS and rounded; `login` less than fitted, as one
 * catalog's logins prove little; `output` by hand, as that catalog names no outputs. The last three
 * are of annotated tools.
 */
const USUAL: Clues = {
  nameInParameter: 4.4,
  parameterInName: 0.6,
  likeness: 5.2,
  output: 7,
  login: 5.5,
  loginForParameter: 2,
  takesItself: -2.1,
  asksLittle: 2.5,
  similar: 6,
  sameParameter: 4,
  hub: 2,
}
export const USUAL_WEIGHTS: Logistic = {
  means: CLUES.map(() => 0),
  deviations: CLUES.map(() => 1),
  coefficients: [-8.5, ...featuresOf(USUAL)],
}

/** What is known of edges before any is proposed. */
export interface Known {
  /** The edges of each tool whose edges are known, as far as they are. */
  edges: ReadonlyMap<ToolId, readonly Dependency[]>
  /** How many of these tools need a tool. */
  dependents: ReadonlyMap<ToolId, number>
  /** These tools by the names of their parameters. */
  byParameter: ReadonlyMap<string, readonly ToolId[]>
}

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
  const others = known.edges.size - (known.edges.has(from.id) ? 1 : 0)
  const dependents = (known.dependents.get(on.id) ?? 0) - (needs(from.id) ? 1 : 0)
  return {
    nameInParameter: 0,
    parameterInName: 0,
    likeness: 0,
    output: 0,
    loginForParameter: 0,
    takesItself: 0,
    sameParameter: 0,
    login: isLoginOf(from, on) ? 1 : 0,
    asksLittle: 1 / (1 + on.parameters.filter(({ required }) => required).length),
    similar: similar.length === 0 ? 0 : similar.filter(needs).length / similar.length,
    hub: others === 0 ? 0 : dependents / others,
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
    parameterInName: weights.share(parameter.nameWords, on.nameWords),
    likeness: Math.max(0, hits.get(on.id) ?? leastHit),
    output: Math.max(
      0,
      ...on.outputs.map((each) => outputClue({ parameter, output: each, on }, around)),
    ),
    loginForParameter: parameter.holdsLogin ? ofTools.login : 0,
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
    return from.server === on.server && from.parameters.some(({ holdsLogin }) => holdsLogin)
  }
  return [...on.logsInTo].every((word) => from.plainWords.has(word))
}

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
