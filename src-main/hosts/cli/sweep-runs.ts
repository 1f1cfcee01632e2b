import type { ActionInput, ActionAnswer } from '../../features/actions'
import { MOST_RECIPES } from '../../domain/experiment/plan'
import { Problem } from '../../domain/problem'
import type { JsonObject } from '../../domain/tool/tool'
import { queriesMeasured } from './plan-choice'
import { plainText } from './print-table'
import type { CommandSession } from './session'
import type { SweepOptions } from './sweep-options'
import { withUnsaved } from './unsaved-runs'

/** What a sweep measures each variant with, and how it keeps that. */
export interface SweepRuns extends Pick<
  SweepOptions,
  'golden' | 'k' | 'sizes' | 'seeds' | 'sample' | 'split' | 'seed' | 'likePython'
> {
  why?: string | undefined
  anew?: boolean | undefined
  keep: boolean
  /** The name of the experiment that it is kept as. */
  save?: string | undefined
  note?: string | undefined
}

/** A recipe with its options, and the embedder. */
export type Variant = ActionInput<'evaluation.run'>['recipes'][number] & { options: JsonObject }

/** As many measurements as one request takes. */
const MOST_CELLS = 300

type Result = ActionAnswer<'evaluation.run'>

/** Measures every variant with each size and seed, as an experiment where one is named. */
export async function measureSweep(
  session: CommandSession,
  { dir, variants }: { dir: string; variants: Variant[] },
  flags: SweepRuns,
): Promise<Result> {
  const plan = {
    goldenSet: flags.golden,
    recipes: variants,
    k: flags.k,
    catalogSizes: { tools: flags.sizes, seeds: flags.seeds },
    ...queriesMeasured(flags),
  }
  const how = { keep: flags.keep, resume: !flags.anew, why: flags.why }
  const saved = await savedAs(session, { dir, plan }, flags)
  if (saved) {
    const goOn = `Go on with: pegboard experiments run "${plainText(saved.name)}"`
    const input = { dir, ...saved.plan, ...how, experiment: saved.id }
    return withUnsaved(await measured(session, input, goOn))
  }
  const each = flags.sizes.length * flags.seeds.length
  const atOnce = Math.max(1, Math.min(MOST_RECIPES, Math.floor(MOST_CELLS / each)))
  const all: Result = { runs: [], reused: [], failed: [] }
  for (let from = 0; from < variants.length; from += atOnce) {
    const recipes = variants.slice(from, from + atOnce)
    const next = await measured(session, { dir, ...plan, recipes, ...how }, SAME_COMMAND)
    requireSame(all, next)
    add(all, next)
  }
  return withUnsaved(all)
}

const SAME_COMMAND = 'Run the same command again to go on.'

function add(all: Result, { runs, reused, failed, shared }: Result): void {
  all.runs.push(...runs)
  all.reused.push(...reused)
  all.failed.push(...failed)
  if (!shared) return
  const { asked = 0, taken = 0 } = all.shared ?? {}
  all.shared = { asked: asked + shared.asked, taken: taken + shared.taken }
}

/**
 * @throws Problem `conflict` where another program changed what is measured between two requests.
 */
function requireSame(before: Result, next: Result): void {
  const catalog = catalogOf(before)
  const golden = goldenOf(before)
  if (isAlike(catalog, catalogOf(next)) && isAlike(golden, goldenOf(next))) return
  throw new Problem(
    'conflict',
    'The catalog or the golden set changed meanwhile, so the runs so far cannot be compared with the rest.',
    'Run the same command again: it measures the workspace as it is, and reuses the runs that still fit.',
  )
}

/** Of which catalog; a run that was measured before may name an older one that is the same. */
const catalogOf = ({ runs, reused }: Result): string | undefined =>
  runs.find(({ id }) => !reused.includes(id))?.catalog.content

const goldenOf = ({ runs: [run] }: Result): string | undefined => run?.provenance?.goldenHash

const isAlike = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other

/** The experiment that is kept of it, where a name is given. */
async function savedAs(
  session: CommandSession,
  { dir, plan }: { dir: string; plan: ActionInput<'experiments.save'>['plan'] },
  { save: name, note, keep }: SweepRuns,
): Promise<ActionAnswer<'experiments.save'> | undefined> {
  if (name === undefined) return undefined
  if (!keep) {
    const message = 'An experiment keeps its runs.'
    throw new Problem('bad-input', message, 'Leave out --no-keep, or --save.')
  }
  if (plan.recipes.length > MOST_RECIPES) {
    throw new Problem(
      'bad-input',
      `That makes ${plan.recipes.length} recipes with their options; an experiment has at most ${MOST_RECIPES}.`,
      'Vary fewer values, or leave out --save.',
    )
  }
  return session.request('experiments.save', { dir, name, note, plan })
}

async function measured(
  session: CommandSession,
  input: ActionInput<'evaluation.run'>,
  goOn: string,
): Promise<Result> {
  try {
    return await session.request('evaluation.run', input)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'cancelled' || !input.keep) throw error
    throw new Problem('cancelled', error.message, goOn)
  }
}
