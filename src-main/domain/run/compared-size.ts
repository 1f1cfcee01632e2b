import type { Comparison } from './comparison'

/**
 * What differences at larger k are of, where one of the two gives no more tools; nothing where
 * neither is bounded.
 */
export const mostText = ({ most }: Pick<Comparison, 'most'>): string[] =>
  most === undefined ? [] : [`beyond k = ${most} compared with ${most} tools each`]

/**
 * How many tools of each are compared at k: fewer where one gives no more, and of adaptive k as
 * many as it gives on average.
 */
export const comparedSize = (
  { meanSize, most }: Pick<Comparison, 'meanSize' | 'most'>,
  k: number | undefined,
): number | undefined => meanSize ?? (k === undefined || most === undefined ? k : Math.min(k, most))
