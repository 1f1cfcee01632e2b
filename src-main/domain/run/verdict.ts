import { CLEAR_BELOW } from '../measure/caution'
import { chance, cost, count, NO_POINTS, points, queryCount, share } from '../measure/figures'
import { nameAt } from '../measure/name'
import { allToolsText, everythingTokensOf, toolsText } from './catalog-size'
import type { ChangedShow } from './changed-queries'
import { comparedSize } from './compared-size'
import type { Comparison, Difference } from './comparison'
import { largestSet, recallAt, tokensAt } from './operating-point'
import type { Run } from './run'
import { sampleText } from './sample-text'

/**
 * What of a difference is clear: by the randomisation test, corrected for all runs that are held
 * against the baseline.
 */
export type Clarity = 'better' | 'worse' | 'chance' | 'equal'

/** Queries that a number counts. */
export type Counted = 'all' | 'failed' | 'missed' | ChangedShow

/** A sentence in parts, so that a number in it can open what it counts. */
export type VerdictText = readonly (string | { text: string; opens: Counted })[]

/** A run as it is called where it is told of. */
export interface RunInVerdict {
  label: string
  run: Pick<
    Run,
    | (
        | 'recipe'
        | 'tier'
        | 'queries'
        | 'k'
        | 'curve'
        | 'measures'
        | 'sample'
        | 'split'
        | 'goldenSet'
      )
    | ('catalog' | 'catalogSize' | 'everythingTokens')
  > &
    Partial<Pick<Run, 'options'>>
}

export interface PairInVerdict {
  run: RunInVerdict
  baseline: RunInVerdict
  comparison: Comparison
}

/**
 * The k that is told of first: the middle one of those measured; none where the recipe decides the
 * size itself.
 */
export const mainCutoff = (cutoffs: readonly number[]): number | undefined =>
  cutoffs[Math.floor((cutoffs.length - 1) / 2)]

export const verdictText = (said: VerdictText): string =>
  said.map((part) => (typeof part === 'string' ? part : part.text)).join('')

export function clarityOf(
  { mean, wins, losses, corrected }: Difference,
  better: 'higher' | 'lower' = 'higher',
): Clarity {
  if (wins + losses === 0) return 'equal'
  if (corrected >= CLEAR_BELOW || mean === 0) return 'chance'
  return mean > 0 === (better === 'higher') ? 'better' : 'worse'
}

const CLARITY_WORDS: Readonly<Record<Clarity, string>> = {
  better: 'clearly better',
  worse: 'clearly worse',
  chance: 'may be chance',
  equal: 'no difference',
}

/** `clearly better, p = .003`: with how often chance alone does as much, corrected. */
export function clarityWords(difference: Difference, better?: 'higher' | 'lower'): string {
  const clarity = clarityOf(difference, better)
  const words = CLARITY_WORDS[clarity]
  return clarity === 'equal' ? words : `${words}, p ${chance(difference.corrected)}`
}

/** What Recall is called that is told of: at the k on show, or of whole sets. */
const recallName = (run: RunInVerdict['run'], k: number | undefined): string =>
  nameAt('Recall', run.k.length === 0 ? undefined : k)

/**
 * What the difference of two runs is called that is told of: of whole sets where one recipe decides
 * how many tools there are.
 */
const comparedName = (
  { run: { run }, comparison }: PairInVerdict,
  k: number | undefined,
): string => (comparison.meanSize === undefined ? recallName(run, k) : 'Recall')

/**
 * The difference in recall that is told of; undefined where the two were not measured at the same
 * k.
 */
export const differenceOf = (pair: PairInVerdict, k: number | undefined): Difference | undefined =>
  pair.comparison.measures[comparedName(pair, k)]

/**
 * How the best of the others does against the baseline by Recall; undefined where none can be held
 * against it.
 * @param k of the measures told of; of no matter for sets whose size the recipe decides
 */
export function bestOf(
  pairs: readonly PairInVerdict[],
  k: number | undefined,
): PairInVerdict | undefined {
  const meanOf = ({ run: { run } }: PairInVerdict) => run.measures[recallName(run, k)]?.mean ?? 0
  return pairs
    .filter((pair) => differenceOf(pair, k) !== undefined)
    .toSorted((a, b) => meanOf(b) - meanOf(a))[0]
}

/**
 * In one sentence: which of two runs is better by Recall, by how much, at what cost, and in which
 * queries.
 */
export function verdictOf(pair: PairInVerdict, k: number | undefined): VerdictText {
  const { run, baseline, comparison } = pair
  const { meanSize } = comparison
  const difference = differenceOf(pair, k)
  if (!difference) return []
  const isOfSets = run.run.k.length === 0 && baseline.run.k.length === 0
  const size = isOfSets ? undefined : comparedSize(comparison, k)
  const name =
    meanSize === undefined
      ? nameAt('Recall', size)
      : `Recall with ${toolsText(meanSize)} each, the mean of adaptive k,`
  const forTokens = cost(tokensAt(baseline.run, size), tokensAt(run.run, size))
  const both = [run.label, baseline.label] as const
  return [
    ...comparedText(difference, { both, name, forTokens }),
    ...changesText(difference),
    '.',
    ...limitedText(pair, k).map((text) => ` ${text}`),
  ]
}

/**
 * Why fewer tools are compared than k, and what the other finds with all of k; nothing where as
 * many are.
 */
export function limitedText(
  { run, baseline, comparison }: PairInVerdict,
  k: number | undefined,
): string[] {
  const { most } = comparison
  if (most === undefined || (k !== undefined && k <= most)) return []
  const [few, other] =
    largestSet(run.run) <= largestSet(baseline.run) ? [run, baseline] : [baseline, run]
  const all = other.run.k.length === 0 ? undefined : recallAt(other.run, k)
  const beyond =
    all === undefined || k === undefined
      ? ''
      : `; with ${count(k)} ${other.label} finds ${share(all)}`
  return [
    `${few.label} gives at most ${toolsText(most)}, so no more of each are compared${beyond}.`,
  ]
}

function comparedText(
  difference: Difference,
  { both, name, forTokens }: { both: readonly [string, string]; name: string; forTokens: string },
): VerdictText {
  const [run, baseline] = both
  const clarity = clarityOf(difference)
  const by = { text: points(difference, clarity === 'worse'), opens: 'differing' as const }
  if (clarity === 'better') return [`${run} beats ${baseline} by `, by, ` ${name}${forTokens}`]
  if (clarity === 'worse') return [`${run} is `, by, ` ${name} behind ${baseline}${forTokens}`]
  if (clarity === 'equal') return [`${run} and ${baseline} have the same ${name}${forTokens}`]
  const where = difference.mean < 0 ? 'below' : 'above'
  const distance = { ...by, text: points(difference, difference.mean < 0) }
  return Math.abs(difference.mean) < NO_POINTS
    ? [`${run} is level with ${baseline} by ${name}, `, distance, forTokens]
    : [`${run} is `, distance, ` ${name} ${where} ${baseline}${forTokens}, which may be chance`]
}

/** `; 46 queries fixed, 16 broken, 638 equal` */
function changesText({ wins, ties, losses, fixed = 0, broken = 0 }: Difference): VerdictText {
  const kinds = [
    { opens: 'fixed' as const, of: fixed },
    { opens: 'broken' as const, of: broken },
    { opens: 'partly-better' as const, of: wins - fixed },
    { opens: 'partly-worse' as const, of: losses - broken },
    { opens: 'equal' as const, of: ties },
  ]
  const told = kinds.filter(({ opens, of }) => !opens.startsWith('partly') || of > 0)
  return told.flatMap(({ opens, of }, at) => {
    const text = at === 0 ? queryCount(of) : count(of)
    const said = of > 0 ? { text, opens } : text
    return [at === 0 ? '; ' : ', ', said, ` ${opens.replace('-', ' ')}`]
  })
}

/**
 * The pair that is told of: that of the run that is chosen, or of the best of the others where that
 * is the baseline.
 */
export const pairToTell = (
  pairs: readonly PairInVerdict[],
  chosen: string | undefined,
  k: number | undefined,
): PairInVerdict | undefined =>
  pairs.find((pair) => pair.comparison.run === chosen && differenceOf(pair, k)) ??
  (pairs.some(({ comparison }) => comparison.run === chosen) ? undefined : bestOf(pairs, k))

/** How many runs were tested, what came of it, and which differences so many queries tell. */
export function groundsOf(
  pairs: readonly PairInVerdict[],
  { k, told: wanted }: { k: number | undefined; told?: PairInVerdict | undefined },
): VerdictText {
  const told = wanted ?? bestOf(pairs, k)
  const difference = told && differenceOf(told, k)
  if (!told || !difference) return []
  return [
    ...testedText(pairs, { best: told, k }),
    ...tellingText(difference, told.comparison.queries),
  ]
}

function testedText(
  pairs: readonly PairInVerdict[],
  { best, k }: { best: PairInVerdict; k: number | undefined },
): VerdictText {
  const clarities = pairs.flatMap((pair) => {
    const difference = differenceOf(pair, k)
    return difference ? [clarityOf(difference)] : []
  })
  if (clarities.length < 2) return []
  const of = (clarity: Clarity) => clarities.filter((one) => one === clarity).length
  const told = [
    [of('better'), 'clearly better'],
    [of('worse'), 'clearly worse'],
    [of('chance'), 'which may be chance'],
    [of('equal'), 'equal'],
  ] as const
  const counts = told.flatMap(([many, what]) => (many > 0 ? [`${many} ${what}`] : []))
  const runs = `${clarities.length} runs tested against ${best.baseline.label}`
  return [`${runs}, corrected for as many (Holm): ${counts.join(', ')}. `]
}

function tellingText({ tells, wins, losses }: Difference, queries: number): VerdictText {
  const all = { text: queryCount(queries), opens: 'all' as const }
  if (tells !== undefined) {
    return [all, ` can’t detect less than ${(tells * 100).toFixed(1)} points.`]
  }
  const differing = wins + losses
  return [
    all,
    differing === 0 ? ', of which none differs,' : ', of which only ',
    ...(differing === 0 ? [] : [{ text: count(differing), opens: 'differing' as const }]),
    differing === 0 ? '' : differing === 1 ? ' differs,' : ' differ,',
    ' are too few to tell any difference.',
  ]
}

/**
 * What a run reaches by itself, at what cost against everything in the prompt, and how many queries
 * lack a tool.
 */
export function verdictOnOne({ label, run }: RunInVerdict, k: number | undefined): VerdictText {
  const name = recallName(run, k)
  const recall = run.measures[name]
  if (!recall) return []
  const tools =
    run.k.length > 0 && k !== undefined
      ? `the first ${k === 1 ? 'tool' : `${k} tools`}`
      : `${run.measures['Tools']?.mean.toFixed(1) ?? 'its'} tools on average`
  const [low, high] = recall.ci95.map((end) => (end * 100).toFixed(1))
  return [
    `${label} finds ${share(recall.mean)} [${low}, ${high}] of the right tools with ${tools} (${name})`,
    costOfOne(run, k),
    ...lackingText(run, name),
    '.',
  ]
}

function costOfOne(run: RunInVerdict['run'], k: number | undefined): string {
  const tokens = tokensAt(run, k)
  if (tokens === undefined) return ''
  const everything = everythingTokensOf(run)
  return everything === undefined || run.catalogSize
    ? `, for ${count(tokens)} tokens a query`
    : `, for ${count(tokens)} of the ${count(everything)} tokens that ${allToolsText(run)} take in every prompt`
}

/** By the shares that are measured of all queries: each of them is 0 or 1 for one query. */
function lackingText(run: RunInVerdict['run'], name: string): VerdictText {
  const [all, hit] = ['All', 'Hit'].map((measure) => run.measures[name.replace('Recall', measure)])
  if (!all || !hit) return []
  const [failed, missed] = [all, hit].map(({ mean }) => Math.round((1 - mean) * run.queries)) as [
    number,
    number,
  ]
  const of = { text: queryCount(run.queries), opens: 'all' as const }
  if (failed === 0) return ['; none of ', of, ' lacks a tool']
  const lacks = failed === 1 ? 'lacks' : 'lack'
  return [
    '; ',
    { text: count(failed), opens: 'failed' },
    ' of ',
    of,
    ` ${lacks} a right tool`,
    ...(missed > 0
      ? [', ', { text: count(missed), opens: 'missed' as const }, ' all of them']
      : []),
  ]
}

/**
 * Why runs that measured different parts of golden sets cannot be held against each other;
 * undefined where they did not.
 */
export function partsText(runs: readonly RunInVerdict[]): string | undefined {
  const parts = runs.map(({ run }) => `${sampleText(run)} of “${run.goldenSet}”`)
  const areCalledAlike = new Set(parts).size <= 1
  if (areCalledAlike && new Set(runs.map(({ run }) => run.queries)).size <= 1) return undefined
  const told = runs.map(({ label, run }, at) => {
    const count = areCalledAlike ? ` (${queryCount(run.queries)})` : ''
    return `${label} on ${parts[at] ?? ''}${count}`
  })
  return `No comparison: each run was measured on its own queries: ${told.join('; ')}.`
}

/** What queries that were put in twice do to intervals; nothing where there are none. */
export function repeatedText({
  repeated = 0,
  queries,
}: Pick<Run, 'repeated' | 'queries'>): string[] {
  if (repeated === 0) return []
  const say = repeated === 1 ? 'says' : 'say'
  return [
    `${count(repeated)} of ${queryCount(queries)} ${say} the same as another one: each counts separately, so intervals are too narrow and chance looks like a difference too often.`,
  ]
}
