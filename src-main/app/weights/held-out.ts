import type { Learning } from '../../domain/field-weights'
import type { GoldenQuery } from '../../domain/golden-set'
import type { ToolId } from '../../domain/tool'
import { judgedAt, standingOf } from '../../evaluation/judged'
import { ndcg } from '../../evaluation/measures'
import { estimate } from '../../evaluation/statistics'

/** The k of the figures beside weights. */
export const AT = 10

/** nDCG@10 of one query’s ranking. */
export const worthOf = (
  { tools: golden, grades }: GoldenQuery,
  ranking: readonly ToolId[],
): number => ndcg.of(judgedAt(standingOf({ golden, grades }, ranking), AT, 0))

/** Rankings of the same queries by each way, `learned[i]` for query `i`. */
type Rankings = Record<'learned' | 'equal' | 'hybrid', readonly (readonly ToolId[])[]>

/** What the ways are worth on average, with intervals of each, and of what learned weights do better, query by query. */
export async function heldOutFigures(
  queries: readonly GoldenQuery[],
  rankings: Rankings,
  pause: () => Promise<unknown>,
): Promise<Required<Pick<Learning, 'heldOut' | 'intervals'>>> {
  const worthBy = (way: keyof Rankings) =>
    Float64Array.from(queries, (query, at) => worthOf(query, rankings[way][at] ?? []))
  const [learned, equal, hybrid] = [worthBy('learned'), worthBy('equal'), worthBy('hybrid')]
  const over = (other: Float64Array) => learned.map((value, at) => value - (other[at] as number))
  const estimates = await estimate([learned, equal, hybrid, over(equal), over(hybrid)], pause)
  const [ofLearned, ofEqual, ofHybrid, overEqual, overHybrid] = estimates as FiveOf<
    (typeof estimates)[number]
  >
  return {
    heldOut: { learned: ofLearned.mean, equal: ofEqual.mean, hybrid: ofHybrid.mean },
    intervals: {
      ...{ learned: ofLearned.ci95, equal: ofEqual.ci95, hybrid: ofHybrid.ci95 },
      ...{ overEqual, overHybrid },
    },
  }
}

type FiveOf<Item> = [Item, Item, Item, Item, Item]
