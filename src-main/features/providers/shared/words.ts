import { count, points, share } from '../../../domain/measure/figures'
import type { Simulated } from '../../../domain/recipe/simulated'
import { toolsText } from '../../../domain/run/catalog-size'
import { comparedSize } from '../../../domain/run/compared-size'
import type { Comparison } from '../../../domain/run/comparison'
import { recallAt } from '../../../domain/run/operating-point'
import {
  bestOf,
  clarityOf,
  differenceOf,
  type PairInVerdict,
  type RunInVerdict,
} from '../../../domain/run/verdict'

/** A run of a provider’s own search beside the baseline, which is of none. */
export interface ProviderPair extends PairInVerdict {
  simulates: Simulated
}

/** The runs of providers' own search that are held against a baseline which is none itself. */
export const providerPairs = (
  pairs: readonly PairInVerdict[],
  simulatedBy: (recipe: string) => Simulated | undefined,
): ProviderPair[] =>
  pairs.flatMap((pair) => {
    const simulates = simulatedBy(pair.run.run.recipe)
    return simulates && !simulatedBy(pair.baseline.run.recipe) ? [{ ...pair, simulates }] : []
  })

/**
 * Whether a provider's own search would do in place of the baseline, in one or two sentences;
 * nothing where none can be told.
 */
export function providersText(pairs: readonly ProviderPair[], k: number | undefined): string {
  const told = pairs.filter((pair) => foundBy(pair, k) !== undefined)
  const best = bestOf(told, k)
  const [first] = told
  if (!first || !best) return ''
  const { label } = first.baseline
  const as = (clarity: string) =>
    told.filter((pair) => {
      const difference = differenceOf(pair, k)
      return difference !== undefined && clarityOf(difference) === clarity && isEnough(pair, k)
    })
  const better = bestOf(as('better'), k)
  if (better)
    return `${better.run.label} would do better than ${label}: ${comparedText(better, k)}.`
  const level = bestOf([...as('chance'), ...as('equal')], k)
  if (level) return `${level.run.label} may do as well as ${label}: ${comparedText(level, k)}.`
  const none = told.length === 1 ? `${best.run.label} would not do` : 'None of them would do'
  const which = told.length === 1 ? '' : `the best, ${best.run.label}, finds less: `
  return `${none}: ${which}${comparedText(best, k)}.${atK(best, k)}`
}

/** What the baseline finds at k, where the two are compared with fewer tools. */
function atK(pair: PairInVerdict, k: number | undefined): string {
  if (k === undefined || isEnough(pair, k)) return ''
  const { label, run } = pair.baseline
  const recall = run.k.length === 0 ? undefined : recallAt(run, k)
  return recall === undefined ? '' : ` With ${toolsText(k)} ${label} finds ${share(recall)}.`
}

/**
 * Whether it finds as much as the baseline does at k, where it gives fewer tools than that: one
 * that loads one tool does not.
 */
function isEnough(pair: PairInVerdict, k: number | undefined): boolean {
  const size = comparedSize(pair.comparison, k)
  if (k === undefined || size === undefined || size >= k) return true
  const { run } = pair.baseline
  const wanted = run.k.length === 0 ? undefined : recallAt(run, k)
  return wanted === undefined || (foundBy(pair, k)?.run ?? 0) >= wanted
}

/**
 * `86.4 % of the right tools with 5 tools each, Hybrid 89.3 %: 2.9 points more [0.8, 5.1]`: both
 * with as many, no more than one search of either gives; nothing where they were not measured
 * alike.
 */
export function comparedText(pair: PairInVerdict, k: number | undefined): string {
  const difference = differenceOf(pair, k)
  const found = foundBy(pair, k)
  if (!difference || !found) return ''
  const { run, baseline, comparison } = pair
  const [own, others] = [run, baseline].map(({ run: of }) => sizeOf(of, comparison, k))
  const isPlain = own === others && own === k
  const sizes =
    isPlain || own === undefined || others === undefined
      ? (['', ''] as const)
      : own === others
        ? ([` with ${toolsText(own)} each`, ''] as const)
        : ([` with ${toolsText(own)}`, ` with ${count(others)}`] as const)
  const more = difference.mean <= 0
  const clarity = clarityOf(difference)
  const by = points(difference, more)
  const than = clarity === 'equal' ? 'no difference' : `${by} ${more ? 'more' : 'fewer'}`
  const chance = clarity === 'chance' ? ', which may be chance' : ''
  return `${share(found.run)} of the right tools${sizes[0]}, ${baseline.label} ${share(found.baseline)}${sizes[1]}: ${than}${chance}`
}

/** What each finds where they are compared. */
function foundBy(
  pair: PairInVerdict,
  k: number | undefined,
): { run: number; baseline: number } | undefined {
  const { mean, from } = differenceOf(pair, k) ?? {}
  return mean === undefined || from === undefined ? undefined : { run: from + mean, baseline: from }
}

/** How many tools a run gives where it is compared: on average where it picks its own k. */
function sizeOf(
  run: RunInVerdict['run'],
  comparison: Pick<Comparison, 'meanSize' | 'most'>,
  k: number | undefined,
): number | undefined {
  if (run.k.length > 0 || comparison.meanSize !== undefined) return comparedSize(comparison, k)
  const mean = run.measures['Tools'] && Math.round(run.measures['Tools'].mean)
  return mean && Math.min(mean, comparison.most ?? Infinity)
}

/**
 * What is told of each: how it compares, or why it cannot be compared and what to do about that.
 */
export function foundText(pair: PairInVerdict, k: number | undefined): string {
  const { message = 'They were not measured alike.', fix = '' } = pair.comparison.refused ?? {}
  const compared = comparedText(pair, k)
  return compared === '' ? [message, fix].filter(Boolean).join(' ') : `${compared}.${atK(pair, k)}`
}
