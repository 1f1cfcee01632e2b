import type { GoldenQuery } from '../../domain/query/golden-set'
import type { CatalogSize } from '../../domain/run/run'
import type { ToolId } from '../../domain/tool/tool'
import { PlacedSet, placedList } from '../../domain/value/placed-set'
import type { ToolSubset } from '../../pipeline/kit-subset'
import { randomNumbers, seedOf } from '../statistics/random'

/** Draws the smaller catalog that a query is asked of. */
type DrawCatalog = (query: Pick<GoldenQuery, 'id' | 'tools'>) => ToolSubset

/**
 * Catalogs of `size.tools` tools: those that the query needs, filled up with others, drawn by seed
 * for each query anew. The smaller of two sizes is part of the larger. One that needs more has
 * these alone, so that its catalog is larger than wanted.
 * @param all ids of the whole catalog, rising: the draw depends on them
 */
export function drawnCatalogs(
  all: readonly ToolId[],
  { tools: size, seed }: Pick<CatalogSize, 'tools' | 'seed'>,
): DrawCatalog {
  const list = placedList(all)
  const places = Uint32Array.from(all.keys())
  return ({ id, tools: golden }) => {
    const isIn = new Uint8Array(all.length)
    let count = 0
    const add = (place: number) => {
      if (isIn[place] === 1) return
      isIn[place] = 1
      count++
    }
    for (const tool of golden) {
      const place = list.placeOf.get(tool)
      if (place !== undefined) add(place)
    }
    const random = randomNumbers(seedOf(seed, id))
    const left = places.slice()
    for (let at = 0; at < left.length && count < size; at++) {
      const other = at + Math.floor(random() * (left.length - at))
      const drawn = left[other] as number
      left[other] = left[at] as number
      add(drawn)
    }
    return {
      key: `${size} tools drawn by ${seed} for ${id}`,
      tools: new PlacedSet(list, isIn, count),
    }
  }
}

type Needing = Pick<GoldenQuery, 'tools'>

/**
 * Queries that need more tools than a catalog of this size holds.
 * @param has whether the whole catalog holds a tool
 */
export const needingMore = (
  queries: readonly Needing[],
  has: (tool: ToolId) => boolean,
  size: number,
): number => queries.filter((query) => neededBy(query, has).length > size).length

const neededBy = ({ tools }: Needing, has: (tool: ToolId) => boolean): ToolId[] => [
  ...new Set(tools.filter(has)),
]

/** A catalog as far as its tokens count. */
interface CountedCatalog {
  tools: number
  /** Of all tools together. */
  tokens: number
  has(tool: ToolId): boolean
  tokensOf(tool: ToolId): number
}

/**
 * Tokens of all tools of the catalogs that are drawn for queries: the mean over queries, and over
 * all draws.
 */
export function tokensOfDrawn(
  queries: readonly Needing[],
  size: number,
  { tools, tokens, has, tokensOf }: CountedCatalog,
): number {
  const sums = queries.map((query) => {
    const needed = neededBy(query, has)
    const own = needed.reduce((sum, tool) => sum + tokensOf(tool), 0)
    const others = Math.max(0, Math.min(size, tools) - needed.length)
    return others === 0 ? own : own + (others * (tokens - own)) / (tools - needed.length)
  })
  return sums.reduce((sum, each) => sum + each, 0) / (sums.length || 1)
}
