import { MOST_RECIPES } from '../domain/experiment/plan'
import { CLEAR_BELOW, FEW_QUERIES } from '../domain/measure/caution'
import { partsOfName } from '../domain/measure/name'
import { Problem } from '../domain/problem'
import type { Comparison, Difference } from '../domain/run/comparison'
import type { QueryOutcome, Run } from '../domain/run/run'
import { sampleText } from '../domain/run/sample-text'
import { named } from '../domain/value/json'
import type { Clock } from '../ports/clock'
import { columnsOf, cutoffsOfRun } from './columns'
import { MEASURES, recall } from './measures'
import { randomisationTests, type RandomisationTest } from './statistics/randomisation'
import { meanOf } from './statistics/statistics'
import { yieldToEventLoop } from './yield-to-event-loop'

/** A run with what each of its queries gave. */
export interface MeasuredRun {
  run: Pick<Run, 'id' | 'recipe' | 'k' | 'curve'> &
    Partial<Pick<Run, 'goldenSet' | 'queries' | 'sample' | 'split' | 'tier'>>
  outcomes: readonly QueryOutcome[]
}

/**
 * How a run differs from the baseline as the only run that is tested, with what it takes to correct
 * that for several.
 */
export interface Tested extends Comparison {
  measures: Record<string, TestedDifference>
}

export interface TestedDifference extends Difference {
  /** The intervals by how many are tested: `[0]` is that of one. */
  intervals: readonly Interval[]
}

type Interval = [low: number, high: number]

/**
 * How a run differs from the baseline, query by query: the signs of the differences are flipped, to
 * tell whether they are chance, and by the same flips which mean differences are not rejected. As
 * the only run that is tested; of several see {@link correctedFor}.
 * @throws Problem `bad-input` where the runs are of other queries or other labels.
 */
export async function compare(
  baseline: MeasuredRun,
  run: MeasuredRun,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Tested> {
  const pause = yieldToEventLoop(clock, signal)
  const outcomes = await pairedWith(baseline, run, pause)
  const before = knownOf(await columnsOf(baseline.outcomes, cutoffsOfRun(baseline.run), pause))
  const after = knownOf(await columnsOf(outcomes, cutoffsOfRun(run.run), pause))
  const names = [...after.keys()].filter((name) => before.has(name))
  const pairs = names.map((name) => pairOf(name, before, after))
  const tests = await randomisationTests(
    pairs.map(({ differences }) => differences),
    pause,
  )
  const measures: Tested['measures'] = {}
  for (const [at, pair] of pairs.entries()) {
    await pause()
    measures[pair.name] = differenceOf(pair, tests[at] as RandomisationTest)
  }
  return {
    baseline: baseline.run.id,
    run: run.run.id,
    queries: outcomes.length,
    few: outcomes.length < FEW_QUERIES,
    measures,
    onlyBaseline: [...before.keys()].filter((name) => !after.has(name)),
    onlyRun: [...after.keys()].filter((name) => !before.has(name)),
  }
}

/**
 * Without measures that some query lacks, such as the prompt tokens at smaller k in runs of
 * Pegboard 0.1.
 */
const knownOf = (columns: Map<string, Float64Array>): Map<string, Float64Array> =>
  new Map([...columns].filter(([, values]) => !values.includes(NaN)))

interface Pair {
  name: string
  before: Float64Array
  after: Float64Array
  differences: Float64Array
}

function pairOf(
  name: string,
  befores: ReadonlyMap<string, Float64Array>,
  afters: ReadonlyMap<string, Float64Array>,
): Pair {
  const before = befores.get(name) as Float64Array
  const after = afters.get(name) as Float64Array
  const differences = after.map((value, at) => value - (before[at] as number))
  return { name, before, after, differences }
}

function differenceOf(
  { name, before, after, differences }: Pair,
  { p, interval }: RandomisationTest,
): TestedDifference {
  const measure = MEASURES.find((known) => known.name === partsOfName(name).measure)
  const sign = measure?.better === 'lower' ? -1 : 1
  const count = (test: (difference: number, at: number) => boolean) =>
    differences.reduce((sum, difference, at) => sum + (test(difference, at) ? 1 : 0), 0)
  const wins = count((difference) => sign * difference > 0)
  const losses = count((difference) => sign * difference < 0)
  const intervals = Array.from({ length: MOST_RECIPES }, (_, at) => interval(at + 1))
  const difference = {
    mean: meanOf(differences),
    from: meanOf(before),
    ci95: intervals[0] as Interval,
    wins,
    ties: differences.length - wins - losses,
    losses,
    p,
    corrected: p,
    tested: 1,
    intervals,
    standardError:
      Math.sqrt(differences.reduce((sum, of) => sum + of ** 2, 0)) / (differences.length || 1),
    ...(measure === recall && mended(before, after)),
  }
  return { ...difference, ...toldAt(difference, 1), ...smallestTold(difference, 1) }
}

/**
 * Of the recall of the same queries: how many found all their tools only afterwards, and how many
 * only before.
 */
export function mended(
  before: Float64Array,
  after: Float64Array,
): { fixed: number; broken: number } {
  const count = (isChange: (was: boolean, is: boolean) => boolean) =>
    after.filter((recall, at) => isChange(before[at] === 1, recall === 1)).length
  return { fixed: count((was, is) => is && !was), broken: count((was, is) => was && !is) }
}

/**
 * The run's outcomes in the order of the baseline's. `pause` is awaited between queries.
 * @throws Problem `bad-input` naming the first query in which they differ.
 */
export async function pairedWith(
  baseline: MeasuredRun,
  { run, outcomes }: MeasuredRun,
  pause: () => Promise<unknown>,
): Promise<QueryOutcome[]> {
  const refused = refusalOf(baseline.run, run)
  const unpaired = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const paired: QueryOutcome[] = []
  const relabelled: string[] = []
  for (const before of baseline.outcomes) {
    await pause()
    const after = unpaired.get(before.id)
    if (after?.text !== before.text) throw refused(onOther(baseline.run, run), before.id)
    if (labelsOf(after) !== labelsOf(before)) relabelled.push(before.id)
    unpaired.delete(before.id)
    paired.push(after)
  }
  const [more] = unpaired.keys()
  if (more !== undefined) throw refused(onOther(baseline.run, run), more)
  const [first] = relabelled
  if (first === undefined) return paired
  throw refused(`judged by other labels in ${relabelled.length} of ${paired.length} queries`, first)
}

/** The golden tools with their grades, in an order that is the same wherever they come from. */
const labelsOf = ({ golden, grades }: QueryOutcome): string =>
  [...golden]
    .sort()
    .map((tool) => `${tool} ${named(grades, tool) ?? 1}`)
    .join('\n')

/** Which queries each was measured on, as far as that tells them apart. */
function onOther(baseline: MeasuredRun['run'], run: MeasuredRun['run']): string {
  const before = partOf(baseline)
  const after = partOf(run)
  const which =
    before === after ? `${after}, which was changed in between` : `${before}, and ${after}`
  return `measured on other queries: ${which}`
}

const partOf = ({ goldenSet = '', queries = 0, ...part }: MeasuredRun['run']): string =>
  `${sampleText({ queries, ...part })} of “${goldenSet}”`

const refusalOf =
  (baseline: MeasuredRun['run'], run: MeasuredRun['run']) =>
  (why: string, query: string): Problem =>
    new Problem(
      'bad-input',
      `The runs of “${baseline.recipe}” and “${run.recipe}” cannot be compared: they were ${why}. The first difference is in query “${query}”.`,
      'Evaluate both recipes on the golden set as it is now: on all of it, or on the same sample.',
    )

/**
 * The comparisons with the baseline, corrected for being several: measure by measure, by Holm 1979.
 * The p of the clearest is multiplied by how many there are, the next by one fewer, and none is
 * clearer than the one before it. Those at a k and those with as many tools as a recipe picks
 * itself are told beside one another, so that each counts among the other, as if it came last. The
 * interval of each is at the level that it was tested at, from the first that may be chance on at
 * that one's.
 */
export function correctedFor(comparisons: readonly Tested[]): Comparison[] {
  const names = new Set(comparisons.flatMap(({ measures }) => Object.keys(measures)))
  const corrected = comparisons.map((comparison): Comparison => ({ ...comparison, measures: {} }))
  for (const name of names) {
    const having = comparisons.filter(({ measures }) => Object.hasOwn(measures, name))
    const tested = having.length + besideThem(having, comparisons).length
    const rising = having.toSorted((a, b) => pOf(a, name) - pOf(b, name))
    let least = 0
    let steps = tested
    for (const [at, comparison] of rising.entries()) {
      const { intervals, ...difference } = comparison.measures[name] as TestedDifference
      if (least < CLEAR_BELOW) steps = tested - at
      least = Math.max(least, Math.min(1, difference.p * (tested - at)))
      const own = corrected[comparisons.indexOf(comparison)] as Comparison
      own.measures[name] = {
        ...difference,
        corrected: least,
        tested,
        ...toldAt({ intervals }, steps),
        ...smallestTold(difference, tested),
      }
    }
  }
  return corrected
}

/** The interval that is told beside what is tested as one of so many. */
const toldAt = (
  { intervals }: Pick<TestedDifference, 'intervals'>,
  steps: number,
): Pick<Difference, 'told'> => ({
  told: {
    level: 1 - CLEAR_BELOW / steps,
    interval: intervals[steps - 1] as Interval,
  },
})

/**
 * Of comparisons at a k those with as many tools as a recipe picks itself, and the other way round.
 */
const besideThem = (having: readonly Tested[], all: readonly Tested[]): Tested[] => {
  const isAtMean = having[0]?.meanSize !== undefined
  return all.filter(
    (each) =>
      !having.includes(each) &&
      Object.keys(each.measures).length > 0 &&
      (each.meanSize !== undefined) !== isAtMean,
  )
}

const pOf = ({ measures }: Comparison, name: string): number => measures[name]?.p ?? 1

/**
 * The smallest mean difference that would be clear among so many runs, where queries differ as much
 * as these do: by the normal distribution, to which that of the flipped signs comes down. Nothing
 * where so few queries differ that none would be.
 */
function smallestTold(
  { wins, losses, standardError }: Pick<Difference, 'wins' | 'losses' | 'standardError'>,
  tested: number,
): Pick<Difference, 'tells'> {
  const level = CLEAR_BELOW / tested
  if (2 * 0.5 ** (wins + losses) > level) return {}
  return { tells: normalBeyond(level / 2) * standardError }
}

/**
 * What a normally distributed value exceeds with this chance, at most .5, to ±0.00045. Abramowitz &
 * Stegun 1964, 26.2.23.
 */
function normalBeyond(chance: number): number {
  const t = Math.sqrt(-2 * Math.log(chance))
  const above = 2.515517 + 0.802853 * t + 0.010328 * t ** 2
  return t - above / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3)
}
