import { drawnCatalogText } from './catalog-size'
import { choiceOf, largestOfEach } from './largest-of-each'
import { byNewest } from './newest'
import type { OutdatedRuns } from './outdated'
import type { Run } from './run'

/**
 * Of runs with the newest first, those on the same queries with the same labels, the same tools and
 * the same sizes of catalog as `like`, which goes first; of each measurement the newest alone. Left
 * out, `like` is the newest on its queries that was asked of the whole catalog, as smaller ones are
 * easier; where there is none, the newest.
 */
export function comparableRuns(runs: readonly Run[], like?: Run): Run[] {
  const first = like ?? newestOnWhole(runs)
  if (!first) return []
  const asked = askedOf(first)
  const seen = new Set([cellOf(first)])
  const others = runs.filter((run) => {
    if (askedOf(run) !== asked || seen.has(cellOf(run))) return false
    if (!areOnSameCatalog(run, first)) return false
    seen.add(cellOf(run))
    return true
  })
  return [first, ...others]
}

/**
 * Of runs with the newest first, those that can be compared with the newest on its golden set that
 * is of what is in use now; where none is, with the newest. A newer one may be of a catalog whose
 * edits were taken back since.
 */
export function comparableInUse(runs: readonly Run[], outdated: OutdatedRuns): Run[] {
  const [newest] = runs
  const current = runs.filter(
    ({ id, goldenSet }) => goldenSet === newest?.goldenSet && !(id in outdated),
  )
  return comparableRuns(runs, newestOnWhole(current))
}

/** As many are looked at together as can be told apart. */
const MOST_TOGETHER = 4

interface LookedAt {
  outdated: OutdatedRuns
  /** Whether a recipe stands for a provider’s own search. */
  isSimulated: (recipe: string) => boolean
  /** Whether runs by other splits of the golden set stand beside, read and not compared. */
  withOtherSplits?: boolean
  /** The run that the others are comparable with; left out: the newest of what is in use now. */
  like?: Run | undefined
}

/**
 * Of all runs of a workspace, those that are looked at until others are chosen, in the order they
 * ran: the newest of what is in use now, and those that can be compared with it. Of one choice the
 * newest alone; of several embedders the one in use, and what was measured by others since. What
 * was measured to see what a part of a recipe gives is left out.
 */
export function lookedAtFirst(
  runs: readonly Run[],
  { outdated, isSimulated, withOtherSplits = false, like }: LookedAt,
): Run[] {
  const whole = withoutParts(runs).sort(byNewest)
  const beside = comparableRuns(whole, like ?? largestInUse(whole, outdated))
  const [first] = beside
  const others = first && withOtherSplits ? ofOtherSplits(whole, first) : []
  const all = ofOneEmbedder([...beside, ...others], outdated)
  return lookedAtTogether(newestOfEachChoice(all), isSimulated)
}

/**
 * The same to compare: where that is one run alone, those of its choice that measured something
 * else, such as another chat model or embedder.
 */
export function comparedFirst(runs: readonly Run[], lookedAt: LookedAt): Run[] {
  const first = lookedAtFirst(runs, lookedAt)
  const one = lookedAt.like ?? first[0]
  if (first.some((run) => run !== one)) return first
  const beside = comparableRuns(withoutParts(runs).sort(byNewest), one)
  return lookedAtTogether(beside, lookedAt.isSimulated)
}

/** Without what was measured to see what a part of a recipe gives. */
export const withoutParts = (runs: readonly Run[]): Run[] =>
  runs.filter(({ leftOut }) => leftOut === undefined)

/** Of the golden set measured last; what is not in use now counts where nothing else is there. */
function largestInUse(runs: readonly Run[], outdated: OutdatedRuns): Run | undefined {
  const ofSet = runs.filter(({ goldenSet }) => goldenSet === runs[0]?.goldenSet)
  const current = ofSet.filter(({ id }) => !(id in outdated))
  return newestOnWhole(largestOfEach(current.length > 0 ? current : ofSet))
}

const ofOtherSplits = (runs: readonly Run[], first: Run): Run[] =>
  runs.filter(
    (run) =>
      run.split &&
      first.split &&
      !run.sample &&
      !first.sample &&
      splitOf(run) !== splitOf(first) &&
      run.goldenSet === first.goldenSet &&
      drawnCatalogText(run) === drawnCatalogText(first) &&
      areOnSameCatalog(run, first),
  )

const splitOf = ({ split }: Run): string => JSON.stringify([split?.by, split?.seed])

/** Of runs by several embedders, those by the one in use, and by others what is newer. */
function ofOneEmbedder(runs: readonly Run[], outdated: OutdatedRuns): Run[] {
  const embedding = runs.filter(({ embedder }) => embedder !== undefined)
  const used = embedding.find(({ id }) => !(id in outdated)) ?? embedding.toSorted(byNewest)[0]
  return runs.filter(
    (run) =>
      !used ||
      run.embedder === undefined ||
      run.embedder === used.embedder ||
      byNewest(run, used) < 0,
  )
}

function newestOfEachChoice(runs: readonly Run[]): Run[] {
  const byChoice = new Map<string, Run>()
  for (const run of runs) if (!byChoice.has(choiceOf(run))) byChoice.set(choiceOf(run), run)
  return [...byChoice.values()]
}

/**
 * Of runs that can be compared, those that are looked at until others are chosen, in the order they
 * ran: the newest, or where the last that was measured is a provider’s own search, all of those
 * behind the newest other run.
 */
function lookedAtTogether<Ran extends Pick<Run, 'recipe' | 'startedAt' | 'number'>>(
  runs: readonly Ran[],
  isSimulated: (recipe: string) => boolean,
): Ran[] {
  const [last] = runs.toSorted(byNewest)
  const own = runs.filter(({ recipe }) => !isSimulated(recipe))
  if (!last || !isSimulated(last.recipe)) return own.slice(0, MOST_TOGETHER).sort(oldestFirst)
  const [newest] = own
  const simulated = runs.filter((run) => !own.includes(run)).sort(oldestFirst)
  return newest ? [newest, ...simulated] : simulated
}

const oldestFirst = (one: Pick<Run, 'startedAt' | 'number'>, other: typeof one): number =>
  byNewest(other, one)

function newestOnWhole(runs: readonly Run[]): Run | undefined {
  const [newest] = runs
  if (!newest) return undefined
  const queries = queriesOf(newest)
  return runs.find((run) => !run.catalogSize && queriesOf(run) === queries) ?? newest
}

const cellOf = ({ id, provenance }: Run): string => provenance?.cell ?? id

const askedOf = (run: Run): string => `${queriesOf(run)} ${drawnCatalogText(run) ?? ''}`

const partOf = ({ goldenSet, queries, sample, split }: Run): string =>
  JSON.stringify([goldenSet, queries, sample, split])

const queriesOf = ({ goldenSet, queries, sample, split, provenance }: Run): string =>
  JSON.stringify([goldenSet, queries, sample, split, provenance?.goldenHash])

/**
 * Whether two runs were measured on the same tools and texts, and the same queries with the same
 * labels, as far as they say.
 */
export function areOnSameRevision(one: Run, other: Run): boolean {
  const [a, b] = [one, other].map(({ provenance }) => provenance?.goldenHash)
  // Another part of a golden set has a hash of its own, which says nothing of an edit.
  const isSamePart = partOf(one) === partOf(other)
  const isSameSet = !isSamePart || a === undefined || b === undefined || a === b
  return isSameSet && areOnSameCatalog(one, other)
}

/**
 * Whether two runs were measured on the same tools and texts, as far as they say; of earlier runs
 * that is not known.
 */
export function areOnSameCatalog(one: Run, other: Run): boolean {
  const [a, b] = [one, other].map(({ provenance }) => provenance?.catalogHash)
  if (a !== undefined && b !== undefined) return a === b
  const c = one.catalog.content
  const d = other.catalog.content
  return c === undefined || d === undefined || c === d
}
