import type { ToolId } from '../../domain/tool/tool'
import { chanceOf, type Logistic } from '../../pipeline/logistic'
import { CLUES, USUAL_WEIGHTS, type Clues, type Known } from './edge-clues'
import { knownByNumber } from './known-by-number'
import type { NumberedParameter, NumberedTool, NumberedTools, Words } from './numbered-tool'
import { outputNames } from './output-names'
import type { ProposeCall } from './propose-call'
import type { Hits } from './searched-parameters'

/** What the clues of all pairs are worked out from, by numbers. */
export interface PairsGiven {
  numbered: NumberedTools
  known: Known
  /** How many tools return something of a name. */
  returners: ReadonlyMap<string, number>
  hitsOf: (parameter: number) => Hits
  similarTo: (from: number) => readonly ToolId[]
}

/** What a clue weighs, held against its mean and on its scale. */
export type Coefficients = Record<keyof Clues | 'constant', number>

/**
 * What pairs are compared with, and what is noted of the tool and the parameter that are being
 * compared.
 */
interface Scan extends PairsGiven {
  /** What each word weighs. */
  weights: Float64Array
  /** What the names of the tools weigh. */
  sums: Float64Array
  /** The number of each parameter's name. */
  names: Int32Array
  outputClue: (parameter: number, on: NumberedTool) => number
  about: ReturnType<typeof knownByNumber>
  usual: Coefficients
  /** What is noted has this number; what was noted before has another. */
  stamp: number
  inWords: Int32Array
  isPlain: Int32Array
  likeAt: Int32Array
  likeness: Float64Array
}

/**
 * The clues of one tool and others: the very numbers that `cluesOfTools` and `cluesOfParameter`
 * give, of some hundred million pairs. What makes it fast is that words are numbers, that what
 * holds of a pair whatever the parameter is worked out once, and that nothing is made for a pair.
 */
export async function cluesOfPairs(given: PairsGiven, pause: ProposeCall['pause']) {
  const { numbered, known, returners } = given
  const { tools, words } = numbered
  const weights = rarities(tools, words.size)
  await pause()
  const about = knownByNumber(numbered, known)
  await pause()
  const scan: Scan = {
    ...given,
    weights,
    about,
    stamp: 0,
    sums: Float64Array.from(tools, ({ nameWords }) => sumOf(nameWords, weights)),
    names: Int32Array.from(numbered.parameters, ({ nameNumber }) => nameNumber),
    outputClue: outputNames(numbered, weights, returners),
    usual: coefficientsOf(USUAL_WEIGHTS),
    inWords: new Int32Array(words.size),
    isPlain: new Int32Array(words.size),
    likeAt: new Int32Array(tools.length),
    likeness: new Float64Array(tools.length),
  }
  let room = pairClues(0)
  /** The clues hold until the next call. */
  return (from: number, others: readonly number[]): PairClues => {
    if (room.best.length < others.length) room = pairClues(2 * others.length)
    const clues = cleared(room, others.length)
    compareTools(scan, from, { others, clues })
    const { length } = (tools[from] as NumberedTool).parameters
    for (let place = 0; place < length; place++) compareBy(scan, { from, place }, { others, clues })
    return clues
  }
}

/** The clues that hold whatever the parameter: the same as `cluesOfTools` gives. */
function compareTools(scan: Scan, from: number, { others, clues }: Comparison): void {
  const { tools, parameters } = scan.numbered
  const tool = tools[from] as NumberedTool
  const takesLogin = tool.parameters.some((each) => parameters[each]?.holdsLogin)
  const { similar, hub } = scan.about.of(from, scan.similarTo(from))
  scan.stamp++
  for (const word of tool.plainWords) scan.isPlain[word] = scan.stamp
  for (const [at, other] of others.entries()) {
    const on = tools[other] as NumberedTool
    clues.login[at] = isLoginOf(scan, { tool, on, takesLogin }) ? 1 : 0
    clues.asksLittle[at] = 1 / (1 + on.required)
    clues.similar[at] = similar(other)
    clues.hub[at] = hub(other)
  }
}

function isLoginOf(
  { isPlain, stamp }: Scan,
  { tool, on, takesLogin }: { tool: NumberedTool; on: NumberedTool; takesLogin: boolean },
): boolean {
  if (!on.logsInTo || tool.logsInTo) return false
  if (on.logsInTo.length === 0) return tool.server === on.server && takesLogin
  return on.logsInTo.every((word) => isPlain[word] === stamp)
}

/** Notes the words of a parameter, and the tools like it. */
function note(scan: Scan, { words }: NumberedParameter, hits: Hits): void {
  scan.stamp++
  for (const word of words) scan.inWords[word] = scan.stamp
  for (const [at, tool] of hits.tools.entries()) {
    scan.likeAt[tool] = scan.stamp
    scan.likeness[tool] = hits.scores[at] as number
  }
}

/**
 * Keeps, of each pair, the clues of a parameter where they make it more probable than those of the
 * parameters before.
 */
function compareBy(
  scan: Scan,
  { from, place }: { from: number; place: number },
  { others, clues }: Comparison,
): void {
  const { sums, names, likeAt, likeness, usual, outputClue } = scan
  const { tools, parameters } = scan.numbered
  const number = (tools[from] as NumberedTool).parameters[place] as number
  const parameter = parameters[number] as NumberedParameter
  const hits = scan.hitsOf(number)
  note(scan, parameter, hits)
  const { stamp } = scan
  // A name that is longer than what is looked at of a parameter has words besides.
  const isWhole = parameter.nameWords.every((word) => scan.inWords[word] === stamp)
  const needing = scan.about.sameParameter(from, parameter.name)
  for (let at = 0; at < others.length; at++) {
    const other = others[at] as number
    const on = tools[other] as NumberedTool
    const held = heldOf(scan, on)
    const nameInParameter = held > 0 ? held / (sums[other] as number) : 0
    const parameterInName = held === 0 && isWhole ? 0 : inNameOf(scan, parameter, on)
    const like = Math.max(0, likeAt[other] === stamp ? (likeness[other] as number) : hits.least)
    const output = on.outputs.length > 0 ? outputClue(number, on) : 0
    const takesItself = takes(on, parameter.nameNumber, names) ? 1 : 0
    const forParameter = parameter.holdsLogin ? (clues.login[at] as number) : 0
    const sameParameter = needing(other)
    // In the order in which `oddsOf` adds: the sum is the same to the last bit.
    let odds = usual.constant + usual.nameInParameter * nameInParameter
    odds += usual.parameterInName * parameterInName
    odds += usual.likeness * like
    odds += usual.output * output
    odds += usual.login * (clues.login[at] as number)
    odds += usual.loginForParameter * forParameter
    odds += usual.takesItself * takesItself
    odds += usual.asksLittle * (clues.asksLittle[at] as number)
    odds += usual.similar * (clues.similar[at] as number)
    odds += usual.sameParameter * sameParameter
    odds += usual.hub * (clues.hub[at] as number)
    if (!isMoreProbable(odds, clues.best[at] as number)) continue
    clues.best[at] = odds
    clues.parameter[at] = place
    clues.nameInParameter[at] = nameInParameter
    clues.parameterInName[at] = parameterInName
    clues.likeness[at] = like
    clues.output[at] = output
    clues.loginForParameter[at] = forParameter
    clues.takesItself[at] = takesItself
    clues.sameParameter[at] = sameParameter
  }
}

/** What those words of a tool's name weigh that the noted parameter is called or said to be. */
function heldOf({ inWords, weights, stamp }: Scan, { nameWords }: NumberedTool): number {
  let held = 0
  for (const word of nameWords) if (inWords[word] === stamp) held += weights[word] as number
  return held
}

/** The share of the parameter's name that another tool's name holds. */
function inNameOf({ weights }: Scan, { nameWords }: NumberedParameter, on: NumberedTool): number {
  let held = 0
  let all = 0
  for (const word of nameWords) {
    const weight = weights[word] as number
    all += weight
    if (on.nameWords.includes(word)) held += weight
  }
  return all === 0 ? 0 : held / all
}

/** Odds from which on rounding may make one probability of two. */
const SURE = 5
const ROUNDING = 1e-9

function isMoreProbable(odds: number, than: number): boolean {
  if (odds <= than) return false
  return (odds < SURE && odds - than > ROUNDING) || chanceOf(odds) > chanceOf(than)
}

interface Comparison {
  others: readonly number[]
  clues: PairClues
}

/** The clues of pairs, a list each, by the parameter that makes an edge most probable. */
export type PairClues = Record<keyof Clues, Float64Array> & {
  /** The parameter's place among those of the tool; -1 of a tool without any. */
  parameter: Int32Array
  /** The log odds by that parameter and the usual weights. */
  best: Float64Array
  /** Room for the log odds by other weights. */
  odds: Float64Array
}

const pairClues = (pairs: number): PairClues => ({
  ...(Object.fromEntries(CLUES.map((clue) => [clue, new Float64Array(pairs)])) as Record<
    keyof Clues,
    Float64Array
  >),
  parameter: new Int32Array(pairs),
  best: new Float64Array(pairs),
  odds: new Float64Array(pairs),
})

function cleared(clues: PairClues, pairs: number): PairClues {
  for (const clue of CLUES) clues[clue].fill(0, 0, pairs)
  clues.parameter.fill(-1, 0, pairs)
  clues.best.fill(-Infinity, 0, pairs)
  return clues
}

/**
 * The log odds of edges by their clues, as `oddsOf` gives them; they hold until the next call. Clue
 * by clue, so that each list is gone through by itself. @param weights held against no mean, as all
 * that are learned here
 */
export function oddsOfPairs(clues: PairClues, pairs: number, weights: Coefficients): Float64Array {
  const { odds } = clues
  odds.fill(weights.constant, 0, pairs)
  for (const clue of CLUES) addWeighed(odds, clues[clue], { pairs, weight: weights[clue] })
  return odds
}

function addWeighed(
  odds: Float64Array,
  values: Float64Array,
  { pairs, weight }: { pairs: number; weight: number },
): void {
  for (let at = 0; at < pairs; at++)
    odds[at] = (odds[at] as number) + weight * (values[at] as number)
}

/** What each clue weighs in the order of {@link CLUES}, where none is held against a mean. */
export function coefficientsOf({ coefficients }: Logistic): Coefficients {
  const [constant = 0, ...others] = coefficients
  const entries = CLUES.map((clue, at) => [clue, others[at] ?? 0])
  return { constant, ...(Object.fromEntries(entries) as Record<keyof Clues, number>) }
}

/** What each word weighs: the rarer among the names of the tools, the more; see `wordWeights`. */
function rarities(tools: readonly NumberedTool[], size: number): Float64Array {
  const holders = new Int32Array(size)
  for (const { nameWords } of tools) {
    for (const word of nameWords) holders[word] = (holders[word] as number) + 1
  }
  return Float64Array.from(holders, (count) => Math.log(1 + tools.length / (1 + count)))
}

function sumOf(words: Words, weights: Float64Array): number {
  let sum = 0
  for (const word of words) sum += weights[word] as number
  return sum
}

function takes({ parameters }: NumberedTool, name: number, names: Int32Array): boolean {
  for (const parameter of parameters) if (names[parameter] === name) return true
  return false
}
