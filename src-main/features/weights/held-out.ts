import type { GoldenQuery } from '../../domain/query/golden-set'
import type { Learning } from '../../domain/recipe/field-weights'
import type { ToolId } from '../../domain/tool/tool'
import { judgedAt, standingOf } from '../../evaluation/judged'
import { ndcg } from '../../evaluation/measures'
import { estimate } from '../../evaluation/statistics/statistics'

/** The k of the figures beside weights. */
export const AT = 10

/** nDCG@10 of one query’s ranking. */
export const worthOf = (
  { tools: golden, grades }: GoldenQuery,
  ranking: readonly ToolId[],
): number => ndcg.of(judgedAt(standingOf({ golden, grades }, ranking), AT, 0))

/** Rankings of the same queries by each way, `learned[i]` for query `i`. */
type Rankings = Record<'learned' | 'equal' | 'other', readonly (readonly ToolId[])[]>

/**
 * What the ways are worth on average, with intervals of each, and of what learned weights do
 * better, query by query.
 */
export async function heldOutFigures(
  queries: readonly GoldenQuery[],
  rankings: Rankings,
  pause: () => Promise<unknown>,
): Promise<Required<Pick<Learning, 'heldOut' | 'intervals'>>> {
  const worthBy = (way: keyof Rankings) =>
    Float64Array.from(queries, (query, at) => worthOf(query, rankings[way][at] ?? []))
  const learned = worthBy('learned')
  const equal = worthBy('equal')
  const other = worthBy('other')
  const over = (way: Float64Array) => learned.map((value, at) => value - (way[at] as number))
  const estimates = await estimate([learned, equal, other, over(equal), over(other)], pause)
  const [ofLearned, ofEqual, ofOther, overEqual, overOther] = estimates as FiveOf<
    (typeof estimates)[number]
  >
  return {
    heldOut: { learned: ofLearned.mean, equal: ofEqual.mean, other: ofOther.mean },
    intervals: {
      learned: ofLearned.ci95,
      equal: ofEqual.ci95,
      other: ofOther.ci95,
      overEqual,
      overOther,
    },
  }
}

type FiveOf<Item> = [Item, Item, Item, Item, Item]
