import type { ToolId } from '../../../domain/tool/tool'
import { CLUES, MOST_SIMILAR, POINTS, UNTAKEN, type Clues, type Known } from './edge-clues'
import { knownByNumber } from './known-by-number'
import type { NumberedParameter, NumberedTool, NumberedTools, Words } from './numbered-tool'
import { outputNames } from './output-names'
import type { ProposeCall } from './propose-call'
import type { Hits } from './searched-parameters'

/** What the clues of all pairs are worked out from, by numbers. */
export interface PairsInput {
  numbered: NumberedTools
  known: Known
  /** How many tools return something of a name. */
  returners: ReadonlyMap<string, number>
  hitsOf: (parameter: number) => Hits
  similarTo: (from: number) => readonly ToolId[]
}

/**
 * What pairs are compared with, and what is noted of the tool and the parameter that are being
 * compared.
 */
interface Scan extends PairsInput {
  /** What each word weighs. */
  weights: Float64Array
  /** What the names of the tools weigh. */
  sums: Float64Array
  /** The number of each parameter's name. */
  names: Int32Array
  outputClue: (parameter: number, on: NumberedTool) => number
  about: ReturnType<typeof knownByNumber>
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
export async function cluesOfPairs(given: PairsInput, pause: ProposeCall['pause']) {
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
    inWords: new Int32Array(words.size),
    isPlain: new Int32Array(words.size),
    likeAt: new Int32Array(tools.length),
    likeness: new Float64Array(tools.length),
  }
  let room = pairClues(0)
  /** The clues hold until the next call. */
  return (from: number, others: readonly number[]): PairClues => {
    if (room.points.length < others.length) room = pairClues(2 * others.length)
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
  const similarTo = scan.similarTo(from)
  const similar = scan.about.similar(similarTo)
  scan.stamp++
  for (const word of tool.plainWords) scan.isPlain[word] = scan.stamp
  for (const [at, other] of others.entries()) {
    const on = tools[other] as NumberedTool
    const isLogin = isLoginOf(scan, { tool, on, takesLogin })
    clues.login[at] = isLogin ? (takesLogin ? 1 : UNTAKEN) : 0
    clues.asksLittle[at] = 1 / (1 + on.required)
    clues.similar[at] = similar(other)
    clues.couldTell[at] = similarTo.length / MOST_SIMILAR
    clues.ofTools[at] =
      POINTS.login * clues.login[at] +
      POINTS.asksLittle * clues.asksLittle[at] +
      POINTS.similar * clues.similar[at] +
      POINTS.couldTell * clues.couldTell[at]
    clues.points[at] = tool.parameters.length === 0 ? clues.ofTools[at] : -Infinity
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
 * Keeps, of each pair, the clues of a parameter where they have more points than those of the
 * parameters before.
 */
function compareBy(
  scan: Scan,
  { from, place }: { from: number; place: number },
  { others, clues }: Comparison,
): void {
  const { sums, names, likeAt, likeness, outputClue } = scan
  const { tools, parameters } = scan.numbered
  const number = (tools[from] as NumberedTool).parameters[place] as number
  const parameter = parameters[number] as NumberedParameter
  const hits = scan.hitsOf(number)
  note(scan, parameter, hits)
  const { stamp } = scan
  const needing = scan.about.sameParameter(from, parameter.name)
  for (let at = 0; at < others.length; at++) {
    const other = others[at] as number
    const on = tools[other] as NumberedTool
    const held = heldOf(scan, on)
    const nameInParameter = held > 0 ? held / (sums[other] as number) : 0
    const like = Math.max(0, likeAt[other] === stamp ? (likeness[other] as number) : hits.least)
    const output = on.outputs.length > 0 ? outputClue(number, on) : 0
    const takesItself = takes(on, parameter.nameNumber, names) ? 1 : 0
    const sameParameter = needing(other)
    const points =
      (clues.ofTools[at] as number) +
      POINTS.nameInParameter * nameInParameter +
      POINTS.likeness * like +
      POINTS.output * output +
      POINTS.takesItself * takesItself +
      POINTS.sameParameter * sameParameter
    if (points <= (clues.points[at] as number)) continue
    clues.points[at] = points
    clues.parameter[at] = place
    clues.nameInParameter[at] = nameInParameter
    clues.likeness[at] = like
    clues.output[at] = output
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

interface Comparison {
  others: readonly number[]
  clues: PairClues
}

/** The clues of pairs, a list each, by the parameter with which they have most points. */
export type PairClues = Record<keyof Clues, Float64Array> & {
  /** The parameter's place among those of the tool; -1 of a tool without any. */
  parameter: Int32Array
  points: Float64Array
  /** The points of the clues that hold whatever the parameter. */
  ofTools: Float64Array
}

const pairClues = (pairs: number): PairClues => ({
  ...(Object.fromEntries(CLUES.map((clue) => [clue, new Float64Array(pairs)])) as Record<
    keyof Clues,
    Float64Array
  >),
  parameter: new Int32Array(pairs),
  points: new Float64Array(pairs),
  ofTools: new Float64Array(pairs),
})

function cleared(clues: PairClues, pairs: number): PairClues {
  for (const clue of CLUES) clues[clue].fill(0, 0, pairs)
  clues.parameter.fill(-1, 0, pairs)
  return clues
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
