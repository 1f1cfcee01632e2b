import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { idOfPart, partOfId } from '../../domain/query/tier'
import type { Run } from '../../domain/run/run'
import type { AppContext } from '../context'
import { readable } from '../workspaces/unreadable-records'
import type { MeasuredRuns } from './measured-runs'
import { storedRuns } from './store'

/** A run as people name it. */
export const RunName = z.string().max(200)

/** As many as stand side by side. */
export const MOST_NAMED = 60

export const RunNames = z
  .array(RunName)
  .max(MOST_NAMED)
  .describe(
    'the runs, by number in the list or the beginning of an id; with :vague behind it, of its queries of that tier alone',
  )

export const EvaluationNamedInput = z.object({ dir: Dir, runs: RunNames.min(1) })
type EvaluationNamedInput = z.output<typeof EvaluationNamedInput>

type Context = AppContext & { measured: MeasuredRuns }

/**
 * The stored runs that are named so.
 * @throws Problem `not-found` where there is none, `bad-input` where there is more than one.
 */
export async function namedRuns(
  context: Context,
  { dir, runs: names }: EvaluationNamedInput,
): Promise<Run[]> {
  const runs = await readable(context, { dir, kind: 'runs' }, storedRuns)
  return runsAmong(context, { dir, runs }, names)
}

/** Of these, those that are named so, or parts of them. @throws Problem as {@link namedRuns}. */
export async function runsAmong(
  context: Pick<Context, 'measured'>,
  place: { dir: string; runs: readonly Run[] },
  names: readonly string[],
): Promise<Run[]> {
  const found: Run[] = []
  for (const name of names) found.push(await runAmong(context, place, name))
  return found
}

async function runAmong(
  { measured }: Pick<Context, 'measured'>,
  { dir, runs }: { dir: string; runs: readonly Run[] },
  name: string,
): Promise<Run> {
  const { run, tier } = partOfId(name)
  const whole = (await unsaved(measured, { dir, runs }, run)) ?? wholeAmong(runs, run)
  return tier ? (await measured.of(dir, idOfPart(whole.id, tier))).run : whole
}

/** A run that was measured just now and not stored, by its whole id. */
const unsaved = async (
  measured: MeasuredRuns,
  { dir, runs }: { dir: string; runs: readonly Run[] },
  id: string,
): Promise<Run | undefined> =>
  NUMBER.test(id) || runs.some((run) => run.id.startsWith(id))
    ? undefined
    : measured.of(dir, id).then(
        ({ run }) => run,
        () => undefined,
      )

/** Longer than any number of a run that a person types; ids of runs are given by more. */
const NUMBER = /^[1-9]\d{0,3}$/

function wholeAmong(runs: readonly Run[], name: string): Run {
  const numbered = NUMBER.test(name) ? runs[Number(name) - 1] : undefined
  if (numbered) return numbered
  const [found, ...others] = runs.filter(({ id }) => name !== '' && id.startsWith(name))
  const fix = 'List the runs: pegboard runs --workspace DIR'
  if (!found) throw new Problem('not-found', `There is no run “${name}”.`, fix)
  if (others.length > 0) {
    throw new Problem('bad-input', `${others.length + 1} runs begin with “${name}”.`, fix)
  }
  return found
}
