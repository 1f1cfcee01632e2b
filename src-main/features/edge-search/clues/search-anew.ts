import type { CatalogTool, ToolId } from '../../../domain/tool/tool'
import type { DenseSource } from '../../../pipeline/kit'
import { mapYielding } from '../../../pipeline/knowledge-base/map-yielding'
import type { ProposeCall } from './propose-call'

/** What a search by meaning gave of one text, the most alike first. */
export interface FoundHits {
  keys: readonly ToolId[]
  scores: Float64Array
}

/** What was found by searching, and among what. */
export interface FoundBefore {
  /** The fingerprint of what compared by meaning. */
  embedder: string
  tools: ReadonlyMap<ToolId, CatalogTool>
  hits: ReadonlyMap<string, FoundHits>
}

/** What is searched, and what was found before. */
export interface Searching {
  meaning: DenseSource
  embedder: string
  tools: ReadonlyMap<ToolId, CatalogTool>
  before?: FoundBefore | undefined
}

/** Tools that a search by meaning gives of one text. */
const DEPTH = 20
/** Texts searched at once: some 20 ms with thousands of tools. */
export const AT_ONCE = 32
/** Tools that may have changed since a search for its results to be worth looking through. */
const MOST_CHANGED = 100
/** What two computations of one score may differ by. */
const ROUNDING = 1e-6

/**
 * Searches tools by their meaning for some texts. Of a text that was searched before, what was
 * found still holds where none of the tools that changed since stood in it, and none of them would
 * stand in it now.
 */
export async function searchAnew(
  texts: readonly string[],
  { meaning, embedder, tools, before }: Searching,
  { signal, onProgress }: ProposeCall,
): Promise<FoundBefore> {
  const holds = before && (await stillHolding(before, { meaning, embedder, tools }))
  const hits = new Map<string, FoundHits>()
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const batch = texts.slice(from, from + AT_ONCE)
    const known = (await holds?.(batch, signal)) ?? new Map<string, FoundHits>()
    const others = batch.filter((text) => !known.has(text))
    const lists = others.length > 0 ? await meaning.search(others, { depth: DEPTH, signal }) : []
    for (const [at, text] of others.entries()) {
      const list = lists[at] ?? []
      known.set(text, {
        keys: list.map(({ key }) => key),
        scores: Float64Array.from(list, ({ score }) => score),
      })
    }
    for (const text of batch) hits.set(text, known.get(text) as FoundHits)
    onProgress('Searching for parameters', from + batch.length, texts.length)
    await new Promise(setImmediate)
    signal.throwIfAborted()
  }
  return { embedder, tools, hits }
}

type Holding = (texts: readonly string[], signal: AbortSignal) => Promise<Map<string, FoundHits>>

/** Tells of texts what was found before and holds; undefined where nothing is to be had of that. */
async function stillHolding(
  before: FoundBefore,
  { meaning, embedder, tools }: Omit<Searching, 'before'>,
): Promise<Holding | undefined> {
  if (before.embedder !== embedder) return undefined
  const changed = await changedBetween(before.tools, tools)
  if (changed.size > MOST_CHANGED) return undefined
  const there = [...changed].filter((id) => tools.has(id))
  return async (texts, signal) => {
    const known = texts.flatMap((text): [string, FoundHits][] => {
      const found = before.hits.get(text)
      const isWhole = found?.keys.length === DEPTH && !found.keys.some((key) => changed.has(key))
      return found && isWhole ? [[text, found]] : []
    })
    if (there.length === 0 || known.length === 0) return new Map(known)
    const ratings = await meaning.rate(
      known.map(([text]) => text),
      there,
      { signal },
    )
    return new Map(
      known.filter(([, { scores }], at) => {
        const least = (scores.at(-1) as number) - ROUNDING
        return ratings[at]?.hits.every(({ score }) => score < least)
      }),
    )
  }
}

async function changedBetween(
  before: ReadonlyMap<ToolId, CatalogTool>,
  now: ReadonlyMap<ToolId, CatalogTool>,
): Promise<Set<ToolId>> {
  const other = await mapYielding([...now], ([id, entry]) => (before.get(id) === entry ? [] : [id]))
  const gone = await mapYielding([...before.keys()], (id) => (now.has(id) ? [] : [id]))
  return new Set([...other, ...gone])
}
