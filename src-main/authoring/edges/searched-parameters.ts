import type { Component } from '../../domain/tool/document'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { DenseSource } from '../../pipeline/kit'
import { documentText } from '../../pipeline/knowledge-base/tool-document'
import type { PrepareCall } from '../../pipeline/stage'
import type { DescribedParameter, DescribedTool } from './described-tool'
import type { SearchedParameter } from './edge-clues'

/** How looking for edges is stopped and followed. */
export interface ProposeCall {
  signal: AbortSignal
  /** How embedding the tools is followed. */
  prepare?: PrepareCall
  /** Awaited between any two tools, so that others may have their turn. */
  pause(): Promise<unknown>
  onProgress(what: string, done: number, total: number): void
}

/** Tools that a search by meaning gives of one text. */
const DEPTH = 20
/** Texts searched at once: some 20 ms with thousands of tools. */
const AT_ONCE = 32
/** Different parameters searched by meaning, those first that most tools have: a model takes minutes for as many. */
export const MOST_SEARCHED = 20_000

/** What searches by meaning found of parameters. */
interface SearchedParameters {
  of(parameter: DescribedParameter): SearchedParameter
  /** Different parameters that are not searched by meaning, but by their words alone. */
  leftOut: number
}

const NOTHING: Omit<SearchedParameter, 'parameter'> = { hits: new Map(), leastHit: 0 }

/** Searches the tools for what every parameter is called and said to be, each text once. */
export async function searchParameters(
  tools: readonly DescribedTool[],
  meaning: DenseSource,
  { signal, onProgress }: ProposeCall,
): Promise<SearchedParameters> {
  const counts = new Map<string, number>()
  for (const { parameters } of tools) {
    for (const { text } of parameters) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const texts = [...counts].sort(([, a], [, b]) => b - a).map(([text]) => text)
  const searched = texts.slice(0, MOST_SEARCHED)
  const found = new Map<string, Omit<SearchedParameter, 'parameter'>>()
  for (let from = 0; from < searched.length; from += AT_ONCE) {
    const batch = searched.slice(from, from + AT_ONCE)
    const lists = await meaning.search(batch, { depth: DEPTH, signal })
    for (const [at, text] of batch.entries()) {
      const hits = lists[at] ?? []
      found.set(text, {
        hits: new Map(hits.map(({ key, score }) => [key, score])),
        leastHit: hits.at(-1)?.score ?? 0,
      })
    }
    onProgress('Searching for parameters', from + batch.length, searched.length)
    await new Promise(setImmediate)
    signal.throwIfAborted()
  }
  return {
    of: (parameter) => ({ parameter, ...(found.get(parameter.text) ?? NOTHING) }),
    leftOut: texts.length - searched.length,
  }
}

/** Tools whose edges are known that are looked at as being like one. */
const MOST_SIMILAR = 10

/** The tools most like each among those whose edges are known, itself aside. */
export async function similarTools(
  entries: readonly CatalogTool[],
  { meaning, among, components }: Comparing,
  { signal, onProgress }: ProposeCall,
): Promise<Map<ToolId, ToolId[]>> {
  const similar = new Map<ToolId, ToolId[]>()
  if (among.size === 0) return similar
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const batch = entries.slice(from, from + AT_ONCE)
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
