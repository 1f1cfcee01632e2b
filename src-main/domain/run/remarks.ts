import { count, queryCount } from '../measure/figures'
import type { GoldenQuery } from '../query/golden-set'
import type { Run } from './run'

/**
 * What is to be known of a run whose recipe looks at fewer tools than were measured; nothing where
 * it looks at enough.
 */
export function depthRemark({ options, k }: Pick<Run, 'options' | 'k'>): string | undefined {
  const { depth } = options
  return typeof depth === 'number' && k.some((cutoff) => cutoff > depth)
    ? `looks at ${depth} tools, so a larger k gives no more. Raise its depth to measure beyond.`
    : undefined
}

/** What has to be known of labels that are what agents took. */
export const SERVED_BIAS =
  'Agents could take only what they were shown: these queries favour the recipe that served them, and say nothing of tools that nobody was shown.'

/**
 * What is to be known of a run on queries of which agents took tools; nothing where there are none.
 */
export function servedRemarks(queries: readonly Pick<GoldenQuery, 'origin'>[]): string[] {
  const served = queries.filter(({ origin }) => origin === 'served').length
  if (served === 0) return []
  return [
    `${count(served)} of ${queryCount(queries.length)} are what agents asked and took. ${SERVED_BIAS}`,
  ]
}

/**
 * What a run is called, wherever its figures go: with how many queries it answered without some
 * step of its recipe.
 */
export function markedName(
  name: string,
  { degraded, queries }: Pick<Run, 'degraded' | 'queries'>,
): string {
  return degraded > 0 ? `${name} (degraded in ${count(degraded)} of ${queryCount(queries)})` : name
}

const grouped = new Intl.NumberFormat('en-US')

/** What measurements that begin alike did not run again; nothing where that is none. */
export const sharedText = (shared = 0): string[] =>
  shared === 0
    ? []
    : [
        `${grouped.format(shared)} stage ${shared === 1 ? 'run' : 'runs'} shared between measurements`,
      ]
