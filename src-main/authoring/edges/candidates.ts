import type { ToolId } from '../../domain/tool/tool'
import type { DescribedParameter, DescribedTool } from './described-tool'
import {
  cluesOfParameter,
  cluesOfTools,
  nameKey,
  probabilityOf,
  USUAL_WEIGHTS,
  wordWeights,
  type Around,
  type Clues,
  type Known,
  type SearchedParameter,
} from './edge-clues'

/** A pair of tools between which an edge may lack, by the parameter that speaks most for it. */
export interface Candidate {
  from: DescribedTool
  on: DescribedTool
  parameter: DescribedParameter | undefined
  clues: Clues
  around: Around
}

/** What was searched for one tool. */
interface Searched {
  parameters: readonly SearchedParameter[]
  /** The tools most like it whose edges are known. */
  similar: readonly ToolId[]
}

/** Other tools looked at for the words of one parameter, those of its rarest words first. */
const MOST_BY_WORDS = 40
/** A word in more names than this tells nothing on its own. */
const COMMON_WORD = 60
/** Tools that most tools need: looked at for every tool. */
const MOST_HUBS = 30
/** Logins looked at for every tool. */
const MOST_LOGINS = 500

/** Gives the tools that one may need. Cost: parameters × candidates, some thousand comparisons of a few words. */
type FindCandidates = (from: DescribedTool, searched: Searched) => Candidate[]

/** @param pause awaited between any two tools, while they are gathered by their words */
export async function candidateFinder(
  tools: readonly DescribedTool[],
  known: Known,
  pause: () => Promise<unknown>,
): Promise<FindCandidates> {
  const byId = new Map<ToolId, DescribedTool>()
  const [byWord, byOutput] = [
    new Map<string, DescribedTool[]>(),
    new Map<string, DescribedTool[]>(),
  ]
  const returners = new Map<string, number>()
  for (const tool of tools) {
    byId.set(tool.id, tool)
    gather(tool, [tool.nameWords], byWord)
    gather(
      tool,
      tool.outputs.map(({ nameWords }) => nameWords),
      byOutput,
    )
    for (const key of new Set(tool.outputs.map(nameKey))) {
      returners.set(key, (returners.get(key) ?? 0) + 1)
    }
    await pause()
  }
  const weights = wordWeights((word) => byWord.get(word)?.length ?? 0, tools.length)
  const logins = tools.filter(({ logsInTo }) => logsInTo).slice(0, MOST_LOGINS)
  const hubs = mostNeeded(known)
  return (from, { parameters, similar }) => {
    const around: Around = { weights, known, returners, similar }
    const others = new Set<DescribedTool>(logins)
    const add = (id: ToolId) => {
      const other = byId.get(id)
      if (other) others.add(other)
    }
    hubs.forEach(add)
    for (const { parameter, hits } of parameters) {
      for (const other of withRareWords(parameter.words, byWord)) others.add(other)
      for (const other of withRareWords(parameter.nameWords, byOutput)) others.add(other)
      for (const id of hits.keys()) add(id)
    }
    for (const id of similar) known.edges.get(id)?.forEach(({ on }) => add(on))
    others.delete(from)
    return [...others].map((on) => bestOf({ from, on }, parameters, around))
  }
}

/** The pair by the parameter that makes it most probable. */
function bestOf(
  pair: { from: DescribedTool; on: DescribedTool },
  parameters: readonly SearchedParameter[],
  around: Around,
): Candidate {
  const ofTools = cluesOfTools(pair, around)
  let best: Candidate = { ...pair, parameter: undefined, clues: ofTools, around }
  let most = -1
  for (const searched of parameters) {
    const clues = cluesOfParameter({ ...pair, ofTools }, searched, around)
    const probability = probabilityOf(USUAL_WEIGHTS, clues)
    if (probability <= most) continue
    most = probability
    best = { ...pair, parameter: searched.parameter, clues, around }
  }
  return best
}

const mostNeeded = ({ dependents }: Known): ToolId[] =>
  [...dependents]
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
    .slice(0, MOST_HUBS)
    .map(([id]) => id)

type ByWord = ReadonlyMap<string, readonly DescribedTool[]>

function withRareWords(words: ReadonlySet<string>, by: ByWord): DescribedTool[] {
  const holders = [...words].flatMap((word) => {
    const found = by.get(word)
    return found && found.length <= COMMON_WORD ? [found] : []
  })
  return holders
    .sort((a, b) => a.length - b.length)
    .flat()
    .slice(0, MOST_BY_WORDS)
}

/** Puts a tool once under each of the words. */
function gather(
  tool: DescribedTool,
  names: readonly ReadonlySet<string>[],
  by: Map<string, DescribedTool[]>,
): void {
  for (const words of names) {
    for (const word of words) {
      const holders = by.get(word)
      if (!holders) by.set(word, [tool])
      else if (holders.at(-1) !== tool) holders.push(tool)
    }
  }
}
