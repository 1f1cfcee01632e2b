import { dotProduct } from '../../domain/model/vector'
import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { sortedInTurns } from '../../domain/value/sorted-in-turns'
import type { TextVectors } from '../../pipeline/kit'
import type { BuildVectorIndex } from '../../ports/vector-index'
import { alikeAmong, sharedWords, weighTexts, type WeighedTexts } from '../lint/alike-texts'
import { comparedTexts } from '../lint/duplicate-rules'

/** Two tools whose documents are alike. */
export interface SimilarPair {
  one: ToolId
  other: ToolId
  /** How much of their words they share, by rarity, 0 … 1. */
  words: number
  /** Cosine of their documents; absent where meaning was not compared. */
  meaning?: number
}

export interface Similar {
  /** The most alike first. */
  pairs: SimilarPair[]
  /** In how many other tools' nearest ten a tool stands. */
  nearTo: Map<ToolId, number>
  /** Whether pairs may be missing, for the catalog is so uniform that not all could be compared. */
  isCut: boolean
}

/** Tools that are looked at beside each: ten is what an agent is given at most, mostly. */
export const NEAREST = 10
/** Shared words from which on two tools are a pair, whatever they mean. */
const LEAST_SHARED = 0.4
/**
 * Queries that an index answers before others have their turn: some milliseconds at 4,076 tools.
 */
const AT_ONCE = 16

interface Compared {
  tools: readonly CatalogTool[]
  /** Of the tools' documents; left out: words alone are compared. */
  vectors?: TextVectors<ToolId> | undefined
  buildVectorIndex: BuildVectorIndex
}

interface Work {
  pause: () => Promise<unknown>
  signal: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/**
 * The pairs of tools that are most alike by words and meaning, exact: each tool is compared with
 * all others.
 */
export async function similarTools(
  { tools, vectors, buildVectorIndex }: Compared,
  { pause, signal, onProgress }: Work,
): Promise<Similar> {
  const places = new Map(tools.map((entry, at) => [idOf(entry), at]))
  const weighed = await weighTools(tools, pause)
  const { pairs: byWords, isCut } = await alikeAmong(
    weighed,
    { least: LEAST_SHARED, ...(!vectors && { onCompared: onProgress }) },
    pause,
  )
  const found = new Map<string, SimilarPair>()
  const add = (a: number, b: number, meaning?: number): void => {
    const [first, second] = a < b ? [a, b] : [b, a]
    const one = idOf(tools[first] as CatalogTool)
    const other = idOf(tools[second] as CatalogTool)
    const key = `${first} ${second}`
    const known = found.get(key) ?? { one, other, words: sharedWords(weighed, first, second) }
    found.set(key, meaning === undefined ? known : { ...known, meaning })
  }
  for (const { one, other } of byWords) {
    add(one, other)
    await pause()
  }
  if (vectors) {
    const nearest = nearestByMeaning(vectors, buildVectorIndex, signal)
    let done = 0
    for await (const { key, hits } of nearest) {
      for (const hit of hits) add(places.get(key) ?? 0, places.get(hit.key) ?? 0, hit.score)
      done++
      if (done % AT_ONCE === 0) onProgress?.(done, vectors.keys.length)
      await pause()
    }
    await addMeanings(found, vectors, pause)
  }
  const pairs = await sortedInTurns(
    [...found.values()],
    (a, b) => likeness(b) - likeness(a) || byIds(a, b),
    pause,
  )
  return { pairs, nearTo: await nearTo(pairs, pause), isCut }
}

const weighTools = async (
  tools: readonly CatalogTool[],
  pause: Work['pause'],
): Promise<WeighedTexts> => weighTexts(await comparedTexts(tools, pause), pause)

/** How much any two of the tools share of their words, by rarity, 0 … 1. */
export async function wordLikeness(
  tools: readonly CatalogTool[],
  pause: Work['pause'],
): Promise<(one: ToolId, other: ToolId) => number> {
  const weighed = await weighTools(tools, pause)
  const places = new Map(tools.map((entry, at) => [idOf(entry), at]))
  return (one, other) => {
    const a = places.get(one)
    const b = places.get(other)
    return a === undefined || b === undefined ? 0 : sharedWords(weighed, a, b)
  }
}

/** Words and meaning count the same: either alone misses what the other sees. */
export const likeness = ({ words, meaning }: SimilarPair): number =>
  meaning === undefined ? words : (words + Math.max(0, meaning)) / 2

async function* nearestByMeaning(
  { keys, vectors }: TextVectors<ToolId>,
  build: BuildVectorIndex,
  signal: AbortSignal,
) {
  const index = await build(keys.map((key, at) => ({ key, vector: vectors[at] as Float32Array })))
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const lists = await index.search(vectors.slice(from, from + AT_ONCE), {
      depth: NEAREST + 1,
      signal,
    })
    for (const [at, hits] of lists.entries()) {
      const key = keys[from + at] as ToolId
      yield { key, hits: hits.filter((hit) => hit.key !== key).slice(0, NEAREST) }
    }
  }
}

/** Gives the pairs that words alone brought their meaning as well. */
async function addMeanings(
  found: Map<string, SimilarPair>,
  { keys, vectors }: TextVectors<ToolId>,
  pause: Work['pause'],
): Promise<void> {
  const vectorOf = new Map(keys.map((key, at) => [key, vectors[at] as Float32Array]))
  for (const [key, pair] of found) {
    if (pair.meaning !== undefined) continue
    const one = vectorOf.get(pair.one)
    const other = vectorOf.get(pair.other)
    if (one && other) found.set(key, { ...pair, meaning: dotProduct(one, other) })
    await pause()
  }
}

/** Pairs counted before others have their turn: a millisecond. */
const COUNTED_AT_ONCE = 4_096

/** How often each tool stands among the ten most like another; `pairs` are sorted. */
async function nearTo(
  pairs: readonly SimilarPair[],
  pause: Work['pause'],
): Promise<Map<ToolId, number>> {
  const listed = new Map<ToolId, number>()
  const near = new Map<ToolId, number>()
  const count = (counts: Map<ToolId, number>, tool: ToolId): number => {
    const next = (counts.get(tool) ?? 0) + 1
    counts.set(tool, next)
    return next
  }
  for (const [at, { one, other }] of pairs.entries()) {
    if (count(listed, one) <= NEAREST) count(near, other)
    if (count(listed, other) <= NEAREST) count(near, one)
    if (at % COUNTED_AT_ONCE === 0) await pause()
  }
  return near
}

const byIds = (a: SimilarPair, b: SimilarPair): number =>
  a.one < b.one ? -1 : a.one > b.one ? 1 : a.other < b.other ? -1 : 1
