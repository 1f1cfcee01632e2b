import type { ActionInput, ActionAnswer } from '../../features/actions'
import { MOST_RECIPES } from '../../domain/experiment/plan'
import { Problem } from '../../domain/problem'
import type { JsonObject } from '../../domain/tool/tool'
import { queriesMeasured } from './plan-choice'
import type { CommandSession } from './session'
import type { SweepOptions } from './sweep-options'
import { withUnsaved } from './unsaved-runs'

/** What a sweep measures each variant with, and how it keeps that. */
export interface SweepRuns extends Pick<
  SweepOptions,
  'golden' | 'k' | 'sizes' | 'seeds' | 'sample' | 'split' | 'seed'
> {
  why?: string | undefined
  anew?: boolean | undefined
  keep: boolean
}

/** A recipe with its options, and the embedder. */
export type Variant = ActionInput<'evaluation.run'>['recipes'][number] & { options: JsonObject }

/** As many measurements as one request takes. */
const MOST_CELLS = 300

type Result = ActionAnswer<'evaluation.run'>

/** Measures every variant with each size and seed. */
export async function measureSweep(
  session: CommandSession,
  { dir, variants }: { dir: string; variants: Variant[] },
  flags: SweepRuns,
): Promise<Result> {
  const plan = {
    goldenSet: flags.golden,
    k: flags.k,
    catalogSizes: { tools: flags.sizes, seeds: flags.seeds },
    ...queriesMeasured(flags),
  }
  const how = { keep: flags.keep, resume: !flags.anew, why: flags.why }
  const each = flags.sizes.length * flags.seeds.length
  const atOnce = Math.max(1, Math.min(MOST_RECIPES, Math.floor(MOST_CELLS / each)))
  const all: Result = { runs: [], reused: [], failed: [] }
  for (let from = 0; from < variants.length; from += atOnce) {
    const recipes = variants.slice(from, from + atOnce)
    const next = await measured(session, { dir, ...plan, recipes, ...how })
    requireSame(all, next)
    add(all, next)
  }
  return withUnsaved(all)
}

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

async function measured(
  session: CommandSession,
  input: ActionInput<'evaluation.run'>,
): Promise<Result> {
  try {
    return await session.request('evaluation.run', input)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'cancelled' || !input.keep) throw error
    throw new Problem('cancelled', error.message, 'Run the same command again to go on.')
  }
}
