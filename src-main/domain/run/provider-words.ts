import { count, points, share } from '../measure/figures'
import { nameAt } from '../measure/name'
import type { Simulated } from '../recipe/simulated'
import { toolsText } from './catalog-size'
import { bestOf, clarityOf, differenceOf, type ToldPair, type ToldRun } from './verdict'

/** A run of a provider’s own search beside the baseline, which is of none. */
export interface ProviderPair extends ToldPair {
  simulates: Simulated
}

/** The runs of providers' own search that are held against a baseline which is none itself. */
export const providerPairs = (
  pairs: readonly ToldPair[],
  simulatedBy: (recipe: string) => Simulated | undefined,
): ProviderPair[] =>
  pairs.flatMap((pair) => {
    const simulates = simulatedBy(pair.run.run.recipe)
    return simulates && !simulatedBy(pair.baseline.run.recipe) ? [{ ...pair, simulates }] : []
  })

/** Whether a provider's own search would do in place of the baseline, in one or two sentences; nothing where none can be told. */
export function providersText(pairs: readonly ProviderPair[], k: number | undefined): string {
  const told = pairs.filter((pair) => differenceOf(pair, k) !== undefined)
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
function atK(pair: ToldPair, k: number | undefined): string {
  if (k === undefined || isEnough(pair, k)) return ''
  const { label, run } = pair.baseline
  return ` With ${toolsText(k)} ${label} finds ${share(run.measures[nameAt('Recall', k)]?.mean ?? 0)}.`
}

/** Whether it finds as much as the baseline does at k, where it gives fewer tools than that: one that loads one tool does not. */
function isEnough(
  { run, baseline, comparison: { meanSize } }: ToldPair,
  k: number | undefined,
): boolean {
  if (k === undefined || meanSize === undefined || meanSize >= k) return true
  const wanted = baseline.run.measures[nameAt('Recall', k)]?.mean
  return wanted === undefined || (run.run.measures['Recall']?.mean ?? 0) >= wanted
}

/**
 * `86.4 % of the right tools with 5 tools, Hybrid 95.9 % with 8: 9.5 points more [6.8, 12.1]`; nothing where they were not measured
 * alike.
 */
export function comparedText(pair: ToldPair, k: number | undefined): string {
  const difference = differenceOf(pair, k)
  const found = foundBy(pair, k)
  if (!difference || !found) return ''
  const { run, baseline, comparison } = pair
  const [own, others] = [run, baseline].map(({ run: of }) => sizeOf(of, comparison.meanSize, k))
  const isPlain = own === others && own === k
  const sizes =
    isPlain || own === undefined || others === undefined
      ? (['', ''] as const)
      : own === others
        ? ([` with ${toolsText(own)} each`, ''] as const)
        : ([` with ${toolsText(own)}`, ` with ${count(others)}`] as const)
  const [more, clarity] = [difference.mean <= 0, clarityOf(difference)]
  const by = points(difference, more)
  const than = clarity === 'equal' ? 'no difference' : `${by} ${more ? 'more' : 'fewer'}`
  const chance = clarity === 'chance' ? ', which may be chance' : ''
  return `${share(found.run)} of the right tools${sizes[0]}, ${baseline.label} ${share(found.baseline)}${sizes[1]}: ${than}${chance}`
}

/** What each finds where they are compared: as many tools of one as the other gives on average, where it picks its own k. */
function foundBy(
  pair: ToldPair,
  k: number | undefined,
): { run: number; baseline: number } | undefined {
  const difference = differenceOf(pair, k)
  if (!difference) return undefined
  const [run, baseline] = [pair.run.run, pair.baseline.run].map(
    (of) => of.measures[nameAt('Recall', of.k.length === 0 ? undefined : k)]?.mean,
  )
  const isAnchor = pair.comparison.meanSize !== undefined && pair.baseline.run.k.length === 0
  if (isAnchor)
    return baseline === undefined ? undefined : { run: baseline + difference.mean, baseline }
  return run === undefined ? undefined : { run, baseline: run - difference.mean }
}

/** How many tools a run gives where it is compared: no more than one search of it gives; on average where it picks its own k. */
function sizeOf(
  run: ToldRun['run'],
  meanSize: number | undefined,
  k: number | undefined,
): number | undefined {
  if (run.k.length === 0) {
    return meanSize ?? (run.measures['Tools'] && Math.round(run.measures['Tools'].mean))
  }
  const wanted = meanSize ?? k
  return wanted && Math.min(wanted, limitOf(run))
}

const limitOf = ({ options }: ToldRun['run']): number => {
  const limit = options?.['limit']
  return typeof limit === 'number' ? limit : Infinity
}

/** Runs that stand for no provider, by which k is chosen; all of them where there are no others. */
export function ownRuns<Ran extends { recipe: string }>(
  runs: readonly Ran[],
  simulatedBy: (recipe: string) => Simulated | undefined,
): readonly Ran[] {
  const own = runs.filter(({ recipe }) => !simulatedBy(recipe))
  return own.length > 0 ? own : runs
}

/** What is told of each: how it compares, or why it cannot be compared and what to do about that. */
export function foundText(pair: ToldPair, k: number | undefined): string {
  const { message = 'They were not measured alike.', fix = '' } = pair.comparison.refused ?? {}
  const compared = comparedText(pair, k)
  return compared === '' ? [message, fix].filter(Boolean).join(' ') : `${compared}.${atK(pair, k)}`
}

/** What a simulation rests on: where it is described, when that was read, and what is assumed. */
export const groundsText = ({ by, page, read, assumed }: Simulated): string =>
  [`${by}: as described on ${page}, read on ${read}.`, ...assumed].join(' ')
