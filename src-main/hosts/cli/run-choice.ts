import { Problem } from '../../domain/problem'
import { drawnCatalogText } from '../../domain/run/catalog-size'
import { idOfPart, partOfId } from '../../domain/query/tier'
import type { RecipeInfo } from '../../contract/query'
import { comparableInUse, comparableRuns, lookedAtTogether } from '../../domain/run/comparable-runs'
import { outdatedLines } from '../../domain/run/outdated-words'
import type { Run } from '../../domain/run/run'
import { withAdaptiveK } from './adaptive-k-text'
import { namesOf } from './recipe-choice'
import type { CommandSession } from './session'

/** A run, and what it is called beside the others. */
export interface NamedRun {
  run: Run
  label: string
}

/**
 * The stored run of this number in the list, or whose id begins so; with `:vague` behind it, of its
 * queries of that tier alone.
 * @throws Problem where there is none, or more than one.
 */
export async function findRun(session: CommandSession, dir: string, given: string): Promise<Run> {
  return partAmong(session, { dir, runs: await session.request('evaluation.runs', { dir }) }, given)
}

async function partAmong(
  session: CommandSession,
  { dir, runs }: { dir: string; runs: readonly Run[] },
  given: string,
): Promise<Run> {
  const { run, tier } = partOfId(given)
  const whole = runAmong(runs, run)
  if (!tier) return whole
  const ids = [idOfPart(whole.id, tier)]
  const [part] = await session.request('evaluation.at', { dir, runs: ids, k: whole.k[0] ?? 1 })
  return part ?? whole
}

/** Longer than any number of a run that a person types; ids of runs are given by more. */
const NUMBER = /^[1-9]\d{0,3}$/

function runAmong(runs: readonly Run[], given: string): Run {
  const numbered = NUMBER.test(given) ? runs[Number(given) - 1] : undefined
  if (numbered) return numbered
  const [found, ...others] = runs.filter(({ id }) => given !== '' && id.startsWith(given))
  const fix = 'List the runs: pegboard runs --workspace DIR'
  if (!found) throw new Problem('not-found', `There is no run “${given}”.`, fix)
  if (others.length > 0) {
    throw new Problem('bad-input', `${others.length + 1} runs begin with “${given}”.`, fix)
  }
  return found
}

interface Wanted {
  dir: string
  /** As people name runs; none: the newest, and those before it on the same queries. */
  given: readonly string[]
  baseline: string | undefined
}

/**
 * The runs to be looked at together, the baseline first.
 * @throws Problem where one is not there, or nothing is measured.
 */
export async function runsTogether(
  session: CommandSession,
  { dir, given, baseline: wanted }: Wanted,
): Promise<NamedRun[]> {
  const runs = await session.request('evaluation.runs', { dir })
  const find = (each: string) => partAmong(session, { dir, runs }, each)
  const baseline = wanted === undefined ? [] : [await find(wanted)]
  const named = await Promise.all(given.map(find))
  const recipes = await session.request('recipes.list', { dir })
  const isSimulated = (id: string) => recipes.some((one) => one.id === id && one.simulates)
  const beside = async () =>
    baseline[0]
      ? comparableRuns(runs, baseline[0])
      : comparableInUse(runs, await session.request('evaluation.outdated', { dir }))
  const others = given.length > 0 ? named : lookedAtTogether(await beside(), isSimulated)
  const chosen = [...baseline, ...others]
  if (chosen.length > 0) {
    const together = withLabels([...new Set(chosen)], recipes)
    await remarkOutdated(session, dir, together)
    return together
  }
  throw new Problem(
    'not-found',
    'Nothing is measured yet in this workspace.',
    'Measure with: pegboard eval --workspace DIR --golden NAME',
  )
}

/** Says which of these runs were measured on something that is another now. */
export async function remarkOutdated(
  session: CommandSession,
  dir: string,
  runs: readonly NamedRun[],
): Promise<void> {
  const all = await session.request('evaluation.outdated', { dir })
  const parts = runs.flatMap(({ run: { id } }) => {
    const found = all[partOfId(id).run]
    return found ? [[id, found] as const] : []
  })
  const labelOf = (id: string) => runs.find(({ run }) => run.id === id)?.label ?? id
  for (const line of outdatedLines(Object.fromEntries(parts), labelOf)) {
    session.remark(`Not of what is in use now: ${line}. Measure again: pegboard again`)
  }
}

function withLabels(runs: readonly Run[], recipes: readonly RecipeInfo[]): NamedRun[] {
  const nameOf = namesOf(recipes)
  const labels = runs.map((run) => {
    const { recipe } = withAdaptiveK({ ...run, recipe: nameOf(run) })
    const drawn = drawnCatalogText(run)
    return drawn ? `${recipe} · ${drawn}` : recipe
  })
  return runs.map((run, at) => {
    const label = labels[at] ?? run.recipe
    const isShared = labels.indexOf(label) !== labels.lastIndexOf(label)
    return { run, label: isShared ? `${label} ${shortId(run.id)}` : label }
  })
}

/** Enough of a run's id to tell it from others. */
export const shortId = (id: string): string => id.slice(0, 8)

/**
 * The k that is recommended of these runs where no goal is given; nothing where they cannot be held
 * together.
 */
export async function recommendedK(
  session: CommandSession,
  dir: string,
  runs: readonly Run[],
): Promise<number | undefined> {
  const ids = runs.map(({ id }) => id)
  try {
    return (await session.request('evaluation.advise', { dir, runs: ids })).chosen.k
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
