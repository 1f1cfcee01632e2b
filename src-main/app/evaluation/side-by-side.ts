import { z } from 'zod'
import type { ChangedQueries, NamedRun, SideBySide } from '../../contract/evaluation'
import { Dir } from '../../contract/workspace'
import { partsOfName } from '../../domain/measure/name'
import { Problem } from '../../domain/problem'
import type { Comparison } from '../../domain/run/comparison'
import { ownRuns } from '../../domain/run/own-runs'
import type { Run } from '../../domain/run/run'
import { verdictLines } from '../../domain/run/verdict-lines'
import { simulatedBy } from '../../pipeline/recipes/recipe'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { runsAt } from './at-cutoff'
import { compareRuns } from './compare'
import type { MeasuredRuns } from './measured-runs'
import { MOST_NAMED, RunName } from './named-runs'
import { pageOfOutcomes } from './outcomes'
import { recommendedK } from './recommended-k'
import { chooseTogether, EvaluationTogetherInput } from './together'

const { runs, baseline } = EvaluationTogetherInput.shape

export const EvaluationSideBySideInput = z.object({
  dir: Dir,
  runs,
  baseline: baseline
    .unwrap()
    .nullable()
    .optional()
    .describe('the run to compare with, named alike; left out: the first; null: none is'),
  labels: z
    .record(RunName, z.string().max(1000))
    .refine((labels) => Object.keys(labels).length <= MOST_NAMED + 1, 'More than there are runs.')
    .default({})
    .describe('what runs are called, by their ids; the others by their recipes'),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('only measures at this k, measured or between; left out: at every k measured'),
  most: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('the k that is told of first is at most so large; it is the one recommended'),
  queries: z.boolean().default(false).describe('list the queries that were fixed and broken'),
  tellRefusals: z
    .boolean()
    .default(false)
    .describe('where nothing can be compared, it is said beside what each run reaches'),
})
type Input = z.output<typeof EvaluationSideBySideInput>
type Context = AppContext & { measured: MeasuredRuns }

/**
 * Runs beside a baseline: how each differs, and what is to be said first.
 * @throws Problem where nothing can be compared, unless that is to be told, and as `runsTogether`.
 */
export async function runsSideBySide(
  context: Context,
  input: Input,
  call: Call,
): Promise<SideBySide> {
  const { dir, k } = input
  const { together, named, outdated } = await chosenRuns(context, input, call)
  const main = k ?? (await mainK(context, { ...input, together }, call))
  const told = await atOneK(context, { dir, together, k: main }, call)
  const shown = k === undefined ? together : told.map((each) => cutTo(each, k))
  const [baseline] = input.baseline === null ? [] : shown
  const others = shown.filter((each) => each !== baseline)
  const atMain = told.map((each) => ({ ...each, run: onlyAt(each.run, main) }))
  const whole = await comparedAt(context, { ...input, baseline, others, k: main }, call)
  const comparisons = whole.map((each) => ({
    ...each,
    measures: measuresShown(each, { together, k }),
  }))
  const isCompared = ({ run: { id } }: NamedRun) =>
    comparisons.some(({ run, refused }) => run === id && !refused)
  const beside = { dir, baseline, others: others.filter(isCompared), k }
  return {
    ...(baseline && { baseline }),
    others,
    ...(main !== undefined && { k: main }),
    comparisons,
    told: whole,
    verdict: verdictLines({
      runs: toldOf(atMain, { named, baseline: input.baseline }),
      baseline: baseline && atMain[0],
      comparisons: whole,
      k: main,
      more: (pairs, at) =>
        context.places.verdicts.flatMap((say) =>
          say(pairs, { k: at, simulatedBy: simulatedBy(context.recipes) }),
        ),
    }),
    ...(input.queries && { queries: await changedQueries(context, beside, call) }),
    outdated,
  }
}

async function chosenRuns(
  context: Context,
  { dir, runs: names, baseline: wanted, labels, tellRefusals }: Input,
  call: Call,
): Promise<{ together: NamedRun[]; named: string[]; outdated: SideBySide['outdated'] }> {
  const asked = { dir, runs: names, baseline: wanted ?? undefined, all: false }
  const { runs: found, named, outdated } = await chooseTogether(context, asked, call)
  if (found.length < 2 && !tellRefusals) throw nothingToCompare()
  const together = found.map(({ run, label }) => ({ run, label: labels[run.id] ?? label }))
  return { together, named, outdated }
}

/** Those named beside a baseline, which may be among them; else all but the first, if any. */
function toldOf(
  together: readonly NamedRun[],
  { named, baseline }: { named: readonly string[]; baseline: Input['baseline'] },
): readonly NamedRun[] {
  if (baseline === null) return together
  const others = together.slice(1)
  if (baseline === undefined || named.length === 0) return others.length > 0 ? others : together
  return named.flatMap((id) => together.find(({ run }) => run.id === id) ?? [])
}

/** The k that is recommended of runs that stand for no provider. */
async function mainK(
  context: Context,
  { dir, together, most = Infinity }: Input & { together: readonly NamedRun[] },
  call: Call,
): Promise<number | undefined> {
  const own = ownRuns(
    together.map(({ run }) => run),
    simulatedBy(context.recipes),
  )
  const advised = await recommendedK(context, { dir, runs: own.map(({ id }) => id) }, call)
  return advised && Math.min(advised, most)
}

/** With what they measure at a k that lies between those they were measured at. */
async function atOneK(
  context: Context,
  { dir, together, k }: { dir: string; together: readonly NamedRun[]; k: number | undefined },
  call: Call,
): Promise<NamedRun[]> {
  if (k === undefined) return [...together]
  const ids = together.map(({ run }) => run.id)
  const found = await runsAt(context, { dir, runs: ids, k }, call)
  return together.map(({ label, run }, at) => ({ label, run: found[at] ?? run }))
}

/** As measured at one k alone, where one is wanted: what is said first is then said of this one. */
const onlyAt = (run: Run, k: number | undefined): Run =>
  k === undefined || run.k.length === 0 ? run : { ...run, k: [k] }

/** @throws Problem `bad-input` where it was not measured at this k. */
function cutTo({ run, label }: NamedRun, k: number): NamedRun {
  const measures = only(run.measures, (at) => at === k)
  if (Object.keys(measures).length > 0) return { label, run: { ...run, measures } }
  const fix = `It was measured at ${run.k.join(', ')}: choose one of these, or evaluate again.`
  throw new Problem('bad-input', `${label} was not measured at k = ${k}.`, fix)
}

/** Those at the k wanted, else at the k that either was measured at. */
function measuresShown(
  { measures, baseline: one, run: other }: Comparison,
  { together, k }: { together: readonly NamedRun[]; k: number | undefined },
): Comparison['measures'] {
  if (k !== undefined) return only(measures, (at) => at === k)
  const both = together.filter(({ run: { id } }) => id === one || id === other)
  return only(
    measures,
    (at) => typeof at !== 'number' || both.some(({ run }) => run.k.includes(at)),
  )
}

/** Those whose k is shown, and those of sets whose size the recipe decides. */
const only = <Figure>(
  measures: Readonly<Record<string, Figure>>,
  isShown: (k: NonNullable<ReturnType<typeof partsOfName>['k']>) => boolean,
): Record<string, Figure> =>
  Object.fromEntries(
    Object.entries(measures).filter(([name]) => {
      const { k } = partsOfName(name)
      return k === undefined || isShown(k)
    }),
  )

interface Beside {
  dir: string
  baseline: NamedRun | undefined
  others: readonly NamedRun[]
  k: number | undefined
}

/** Nothing where nothing is to be compared. */
async function comparedAt(
  context: Context,
  { dir, baseline, others, k, tellRefusals }: Beside & Pick<Input, 'tellRefusals'>,
  call: Call,
): Promise<Comparison[]> {
  if (!baseline || others.length === 0) return []
  const runs = others.map(({ run }) => run.id)
  const asked = { dir, baseline: baseline.run.id, runs, k, tellRefusals: true }
  const comparisons = await compareRuns(context, asked, call)
  if (tellRefusals || comparisons.some(({ refused }) => !refused)) return comparisons
  const { message = '', fix } = comparisons[0]?.refused ?? {}
  throw new Problem('bad-input', message, fix)
}

const nothingToCompare = (): Problem =>
  new Problem(
    'not-found',
    'There is no other run on the same queries to compare with.',
    'Evaluate another recipe on the same golden set, or name two runs: pegboard runs --workspace DIR lists them.',
  )

/** Queries that are listed of one kind; the others are counted. */
const MOST_LISTED = 50

/** At the k wanted, else at the largest that the runs have in common. */
async function changedQueries(
  context: Context,
  { dir, baseline, others, k: wanted }: Beside,
  call: Call,
): Promise<ChangedQueries[]> {
  const found: ChangedQueries[] = []
  if (!baseline) return found
  for (const { run, label } of others) {
    const k = wanted ?? run.k.filter((each) => baseline.run.k.includes(each)).at(-1)
    const page = { dir, run: run.id, baseline: baseline.run.id, search: '', offset: 0, k }
    const of = async (show: 'fixed' | 'broken') => {
      const asked = { ...page, show, limit: MOST_LISTED }
      const { total, rows } = await pageOfOutcomes(context, asked, call)
      const listed = rows.map(({ id, text, golden, goldenRanks }) => ({
        id,
        text,
        golden,
        goldenRanks,
      }))
      return { total, listed }
    }
    found.push({
      run: run.id,
      label,
      baseline: baseline.label,
      ...(k !== undefined && { k }),
      broken: await of('broken'),
      fixed: await of('fixed'),
    })
  }
  return found
}
