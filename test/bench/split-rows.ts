import type { GoldenQuery } from '../../src-main/domain/query/golden-set'
import type { ToolId } from '../../src-main/domain/tool/tool'
import { randomNumbers, sampleOf } from '../../src-main/evaluation/statistics/random'

/**
 * Rows to be measured, and those that something is learned or written of, in the order in which it
 * is.
 */
export interface SplitRows {
  tested: GoldenQuery[]
  others: GoldenQuery[]
}

/** 3,000 rows of ToolE single outside the seeded fifth that defaults were chosen on. */
export const testedSingle = (all: readonly GoldenQuery[]): GoldenQuery[] =>
  // Another seed than the fifth's: with the same, the rows drawn are the neighbours of those drawn
  // before.
  sampleOf(without(all, devSingle(all)), 3000, 11)

/** The seeded fifth of ToolE single that defaults were chosen on. */
export const devSingle = (all: readonly GoldenQuery[]): GoldenQuery[] => sampleOf(all, 4123, 7)

/** ToolE multi without the sample that defaults were chosen on. */
export const heldOutMulti = (all: readonly GoldenQuery[]): GoldenQuery[] =>
  without(all, sampleOf(all, 149, 11))

/** RecTools: no query of a tested bundle is among the others. */
export function bundlesApart(all: readonly GoldenQuery[]): SplitRows {
  const bundleOf = ({ tools }: GoldenQuery) => [...tools].sort().join()
  const bundles = shuffled([...new Set(all.map(bundleOf))], 7)
  const isOther = new Set(bundles.slice(bundles.length / 2))
  const tested = without(all, sampleOf(all, 200, 7)).filter((row) => !isOther.has(bundleOf(row)))
  const others = shuffled(
    all.filter((row) => isOther.has(bundleOf(row))),
    3,
  )
  return { tested, others }
}

export function without(all: readonly GoldenQuery[], some: readonly GoldenQuery[]): GoldenQuery[] {
  const left = new Set(some)
  return all.filter((row) => !left.has(row))
}

/** The rows in turn, as long as one of their tools has fewer than `most`. */
export function atMost(most: number, rows: readonly GoldenQuery[]): GoldenQuery[] {
  const counts = new Map<ToolId, number>()
  return rows.filter(({ tools }) => {
    const isWanted = tools.some((tool) => (counts.get(tool) ?? 0) < most)
    if (isWanted) for (const tool of tools) counts.set(tool, (counts.get(tool) ?? 0) + 1)
    return isWanted
  })
}

export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = randomNumbers(seed)
  const places = items.map((item) => ({ item, place: random() }))
  return places.sort((a, b) => a.place - b.place).map(({ item }) => item)
}
