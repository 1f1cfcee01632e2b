import { readInPassing } from '../../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../../domain/tool/tool'
import { describedTool, type DescribedParameter, type DescribedTool } from './described-tool'
import {
  cluesOfParameter,
  cluesOfTools,
  wordWeights,
  type Around,
  type Clues,
  type Known,
} from './edge-clues'
import { cluesOfPairs, type PairClues } from './pair-clues'
import type { NumberedParameter, NumberedTool, NumberedTools, Words } from './numbered-tool'
import { returnersIn } from './output-names'
import type { ProposeCall } from './propose-call'
import type { Hits, SearchedParameters } from './searched-parameters'

/** A pair of tools between which an edge may lack, by the parameter that speaks most for it. */
export interface Candidate {
  from: DescribedTool
  on: DescribedTool
  parameter: DescribedParameter | undefined
  clues: Clues
  around: Around
}

/** What candidates are found by. */
interface Found {
  numbered: NumberedTools
  /** The same tools, in the same order. */
  entries: readonly CatalogTool[]
  known: Known
  searched: SearchedParameters
  /** The tools most like each whose edges are known. */
  similar: ReadonlyMap<ToolId, readonly ToolId[]>
}

/** Pairs by the tools' numbers. */
export interface Candidates {
  /** The tools that one may need, and their clues, which hold until the next call. */
  of(from: number): { others: readonly number[]; clues: PairClues }
  /** A pair as it is told. @param place of its parameter among those of `from`; -1: of none */
  told(pair: { from: number; on: number }, place: number): Candidate
}

/** Other tools looked at for the words of one parameter, those of its rarest words first. */
const MOST_BY_WORDS = 40
/** A word in more names than this tells nothing on its own. */
const COMMON_WORD = 60
/** Tools that most tools need: looked at for every tool. */
const MOST_HUBS = 30
/** Logins looked at for every tool. */
const MOST_LOGINS = 500

/**
 * Finds the tools that one may need. Cost: parameters × candidates, some thousand comparisons of a
 * few words.
 */
export async function candidatesAmong(
  { numbered, entries, known, searched, similar }: Found,
  pause: ProposeCall['pause'],
): Promise<Candidates> {
  const { ids, tools, parameters } = numbered
  const byWord = await holdersOf(numbered, ({ nameWords }) => nameWords, pause)
  const outputWords = ({ outputs }: NumberedTool) =>
    new Set(
      Array.from(outputs, (each) => [...(parameters[each] as NumberedParameter).nameWords]).flat(),
    )
  const byOutput = await holdersOf(numbered, outputWords, pause)
  const numbers = new Map(ids.map((id, at) => [id, at]))
  const logins = [...tools.keys()].filter((at) => tools[at]?.logsInTo).slice(0, MOST_LOGINS)
  const hubs = mostNeeded(known).flatMap((id) => numbers.get(id) ?? [])
  const similarTo = (from: number) => similar.get(ids[from] as ToolId) ?? []
  await pause()
  const returners = returnersIn(numbered)
  await pause()
  const given = { numbered, known, returners, hitsOf: searched.of, similarTo }
  const cluesOf = await cluesOfPairs(given, pause)
  const seenIn = new Int32Array(tools.length)
  let round = 0

  function othersOf(from: number): number[] {
    const others: number[] = []
    round++
    seenIn[from] = round
    const add = (tool: number) => {
      if (seenIn[tool] === round) return
      seenIn[tool] = round
      others.push(tool)
    }
    logins.forEach(add)
    hubs.forEach(add)
    for (const number of (tools[from] as NumberedTool).parameters) {
      const { words, nameWords } = parameters[number] as NumberedParameter
      withRareWords(words, byWord).forEach(add)
      withRareWords(nameWords, byOutput).forEach(add)
      searched.of(number).tools.forEach(add)
    }
    for (const id of similarTo(from)) {
      for (const { on } of known.edges.get(id) ?? []) {
        const tool = numbers.get(on)
        if (tool !== undefined) add(tool)
      }
    }
    return others
  }

  const { numberOf } = numbered.words
  const weights = wordWeights((word) => byWord(numberOf(word)).length, tools.length)
  const describe = (at: number) => describedTool(readInPassing(entries[at] as CatalogTool))
  return {
    of(from) {
      const others = othersOf(from)
      return { others, clues: cluesOf(from, others) }
    },
    told({ from, on }, place) {
      const around: Around = { weights, known, returners, similar: similarTo(from) }
      const pair = { from: describe(from), on: describe(on) }
      const ofTools = cluesOfTools(pair, around)
      const parameter = pair.from.parameters[place]
      if (!parameter) return { ...pair, parameter, clues: ofTools, around }
      const hits = searched.of((tools[from] as NumberedTool).parameters[place] as number)
      const asked = { parameter, hits: hitsById(hits, ids), leastHit: hits.least }
      return {
        ...pair,
        parameter,
        around,
        clues: cluesOfParameter({ ...pair, ofTools }, asked, around),
      }
    },
  }
}

const hitsById = ({ tools, scores }: Hits, ids: readonly ToolId[]): Map<ToolId, number> =>
  new Map(Array.from(tools, (tool, at) => [ids[tool] as ToolId, scores[at] as number]))

const mostNeeded = ({ dependents }: Known): ToolId[] =>
  [...dependents]
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
    .slice(0, MOST_HUBS)
    .map(([id]) => id)

/** The tools that hold a word. */
type Holders = (word: number) => Int32Array

function withRareWords(words: Words, by: Holders): number[] {
  const holders: Int32Array[] = []
  for (const word of words) {
    const found = by(word)
    if (found.length > 0 && found.length <= COMMON_WORD) holders.push(found)
  }
  holders.sort((a, b) => a.length - b.length)
  const others: number[] = []
  for (const found of holders) {
    for (const tool of found) {
      if (others.length === MOST_BY_WORDS) return others
      others.push(tool)
    }
  }
  return others
}

const NOBODY = new Int32Array()

/** The tools that hold each word. @param wordsOf the words of a tool, each once */
async function holdersOf(
  { tools, words: { size } }: NumberedTools,
  wordsOf: (tool: NumberedTool) => Iterable<number>,
  pause: ProposeCall['pause'],
): Promise<Holders> {
  const starts = new Uint32Array(size + 1)
  for (const tool of tools) {
    for (const word of wordsOf(tool)) starts[word + 1] = (starts[word + 1] as number) + 1
    await pause()
  }
  for (let word = 0; word < size; word++) {
    starts[word + 1] = (starts[word + 1] as number) + (starts[word] as number)
  }
  const ends = starts.slice()
  const all = new Int32Array(starts[size] as number)
  for (const [at, tool] of tools.entries()) {
    for (const word of wordsOf(tool)) {
      all[ends[word] as number] = at
      ends[word] = (ends[word] as number) + 1
    }
    await pause()
  }
  return (word) => (word < size ? all.subarray(starts[word], starts[word + 1]) : NOBODY)
}
