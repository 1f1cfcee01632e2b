import type { Component } from '../../../domain/tool/document'
import { readInPassing } from '../../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../../domain/tool/tool'
import type { DenseSource } from '../../../pipeline/kit'
import { mapYielding } from '../../../pipeline/knowledge-base/map-yielding'
import { documentText } from '../../../pipeline/knowledge-base/tool-document'
import { MOST_SIMILAR } from './edge-clues'
import type { NumberedParameter, NumberedTools } from './numbered-tool'
import {
  AT_ONCE,
  searchAnew,
  type FoundBefore,
  type FoundHits,
  type Searching,
} from './search-anew'
import type { ProposeCall } from './propose-call'

/**
 * Different parameters searched by meaning, those first that most tools have: a model takes minutes
 * for as many.
 */
export const MOST_SEARCHED = 20_000

/** The tools that mean something like a parameter, the most alike first. */
export interface Hits {
  /** By their numbers, see {@link NumberedTools}; those that are not looked at are left out. */
  tools: Int32Array
  scores: Float64Array
  /** The cosine of the last that was found: that of no other tool is higher. */
  least: number
}

/** What searches by meaning found of parameters. */
export interface SearchedParameters {
  /** To begin with another time. */
  found: FoundBefore
  /** By the parameter's number. */
  of(parameter: number): Hits
  /** Different parameters that are not searched by meaning, but by their words alone. */
  leftOut: number
}

const NOTHING: Hits = { tools: new Int32Array(), scores: new Float64Array(), least: 0 }

/** Searches the tools for what every parameter is called and said to be, each text once. */
export async function searchParameters(
  numbered: NumberedTools,
  searching: Searching,
  call: ProposeCall,
): Promise<SearchedParameters> {
  const { parameters } = numbered
  const texts = textsByUse(numbered)
  const searched = texts.slice(0, MOST_SEARCHED)
  const found = await searchAnew(searched, searching, call)
  const numbers = new Map(numbered.ids.map((id, at) => [id, at]))
  const hits = new Map(
    await mapYielding([...found.hits], ([text, each]) => [[text, hitsOf(each, numbers)] as const]),
  )
  return {
    found,
    of: (parameter) => hits.get((parameters[parameter] as NumberedParameter).text) ?? NOTHING,
    leftOut: texts.length - searched.length,
  }
}

function hitsOf({ keys, scores }: FoundHits, numbers: ReadonlyMap<ToolId, number>): Hits {
  const known = [...keys.keys()].filter((at) => numbers.has(keys[at] as ToolId))
  return {
    tools: Int32Array.from(known, (at) => numbers.get(keys[at] as ToolId) as number),
    scores: Float64Array.from(known, (at) => scores[at] as number),
    least: scores.at(-1) ?? 0,
  }
}

/** What all parameters are called and said to be, that of most parameters first. */
function textsByUse({ tools, parameters }: NumberedTools): string[] {
  const counts = new Map<string, number>()
  for (const tool of tools) {
    for (const number of tool.parameters) {
      const { text } = parameters[number] as NumberedParameter
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([text]) => text)
}

/** The tools most like each among those whose edges are known, itself aside. */
export async function similarTools(
  entries: readonly CatalogTool[],
  { meaning, among, components }: Comparing,
  { signal, onProgress }: ProposeCall,
): Promise<Map<ToolId, ToolId[]>> {
  const similar = new Map<ToolId, ToolId[]>()
  if (among.size === 0) return similar
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const batch = entries.slice(from, from + AT_ONCE).map(readInPassing)
    const texts = batch.map((entry) => documentText(entry, components))
    const lists = await meaning.search(texts, { depth: MOST_SIMILAR + 1, among, signal })
    for (const [at, { tool }] of batch.entries()) {
      const others = (lists[at] ?? []).map(({ key }) => key).filter((key) => key !== tool.id)
      similar.set(tool.id, others.slice(0, MOST_SIMILAR))
    }
    onProgress('Comparing tools', from + batch.length, entries.length)
    await new Promise(setImmediate)
    signal.throwIfAborted()
  }
  return similar
}

/** What tools are compared by. */
interface Comparing {
  meaning: DenseSource
  among: ReadonlySet<ToolId>
  components: readonly Component[]
}
