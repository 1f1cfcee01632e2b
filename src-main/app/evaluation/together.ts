import { z } from 'zod'
import type { NamedRun, RunsTogether } from '../../contract/evaluation'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { partOfId } from '../../domain/query/tier'
import { comparableInUse, comparedFirst, withoutParts } from '../../domain/run/comparable-runs'
import type { OutdatedRuns } from '../../domain/run/outdated'
import type { Run } from '../../domain/run/run'
import { namesTogether, shortId, distinctNames, withAdaptiveK } from '../../domain/run/run-names'
import { simulatedBy } from '../../pipeline/recipes/recipe'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { recipeNames } from '../recipes/own-recipes'
import { readable } from '../workspaces/unreadable-records'
import type { MeasuredRuns } from './measured-runs'
import { RunName, runsAmong, RunNames } from './named-runs'
import { outdatedAmong } from './outdated'
import { storedRuns } from './store'

export const EvaluationTogetherInput = z.object({
  dir: Dir,
  runs: RunNames.default([]).describe(
    'the runs, by number or the beginning of an id; left out: the newest, and those before it on the same queries and size of catalog',
  ),
  baseline: RunName.optional().meta({
    title: 'run',
    description: 'the run to compare with, named alike; left out: the first',
  }),
  goldenSet: z
    .string()
    .max(1000)
    .optional()
    .describe('where no run is named: of which golden set; left out: of that measured last'),
  all: z
    .boolean()
    .default(false)
    .describe('where no run is named: all that can be compared with the newest, up to 20'),
})
export type EvaluationTogetherInput = z.output<typeof EvaluationTogetherInput>

/** Runs that are held against each other, at the most: the newest. */
const MOST_RUNS = 20

type Context = AppContext & { measured: MeasuredRuns }

/**
 * The runs that are named, the baseline first, or those that are looked at until others are chosen,
 * each with what it is called beside the others.
 * @throws Problem `not-found` where nothing is measured, and as `namedRuns`.
 */
export async function runsTogether(
  context: Context,
  input: EvaluationTogetherInput,
  call: Pick<Call, 'signal'>,
): Promise<RunsTogether> {
  const { named: _, ...together } = await chooseTogether(context, input, call)
  return together
}

interface ChosenTogether extends RunsTogether {
  /** Ids of those that were named, in that order; a baseline is only where it was named as well. */
  named: string[]
}

/** The same, and which of them were named. @throws Problem as {@link runsTogether}. */
export async function chooseTogether(
  context: Context,
  { dir, runs: names, baseline: wanted, goldenSet, all }: EvaluationTogetherInput,
  call: Pick<Call, 'signal'>,
): Promise<ChosenTogether> {
  const runs = await readable(context, { dir, kind: 'runs' }, storedRuns)
  const find = (some: readonly string[]) => runsAmong(context, { dir, runs }, some)
  const [baseline] = await find(wanted === undefined ? [] : [wanted])
  const named = await find(names)
  const wholeOf = (run: Run) => runs.find(({ id }) => id === partOfId(run.id).run) ?? run
  const looked = names.length > 0 ? [...named, ...(baseline ? [baseline] : [])].map(wholeOf) : runs
  const outdated = await outdatedAmong(context, { dir, runs: looked }, call)
  const isSimulated = (id: string) => simulatedBy(context.recipes)(id) !== undefined
  const first = () => {
    const ofSet = runs.filter((run) => goldenSet === undefined || run.goldenSet === goldenSet)
    return all
      ? comparableInUse(withoutParts(ofSet), outdated).slice(0, MOST_RUNS)
      : comparedFirst(ofSet, { outdated, isSimulated, like: baseline })
  }
  const chosen = [...(baseline ? [baseline] : []), ...(names.length > 0 ? named : first())]
  const [one] = chosen
  if (!one) throw nothingMeasured(goldenSet)
  const together = await calledTogether(context, dir, [...new Set(chosen)])
  const measured = runs.filter((run) => run.goldenSet === one.goldenSet).length
  return {
    runs: together,
    named: [...new Set(named.map(({ id }) => id))],
    outdated: outdatedOf(together, outdated),
    left: Math.max(0, measured - together.length),
  }
}

/** Runs with what each is called beside the others. */
export async function calledTogether(
  { sessions, recipes }: Pick<AppContext, 'sessions' | 'recipes'>,
  dir: string,
  runs: readonly Run[],
): Promise<NamedRun[]> {
  const nameOf = await recipeNames(recipes, await sessions.of(dir))
  const named = (run: Run) => withAdaptiveK({ ...run, recipe: nameOf(run) }).recipe
  const names = namesTogether(runs, named)
  const labels = distinctNames(names, (name, at) => `${name} ${shortId(runs[at]?.id ?? '')}`)
  return runs.map((run, at) => ({ run, label: labels[at] ?? run.recipe }))
}

/** Of a part of a run what is told of the whole. */
const outdatedOf = (together: readonly NamedRun[], all: OutdatedRuns): OutdatedRuns =>
  Object.fromEntries(
    together.flatMap(({ run: { id } }) => {
      const parts = all[partOfId(id).run]
      return parts ? [[id, parts] as const] : []
    }),
  )

const nothingMeasured = (goldenSet: string | undefined): Problem =>
  new Problem(
    'not-found',
    goldenSet === undefined
      ? 'Nothing is measured yet in this workspace.'
      : `Nothing is measured on “${goldenSet}” yet.`,
    'Measure with: pegboard eval --workspace DIR --golden NAME',
  )
