import type { ActionInput, ActionAnswer } from '../../features/actions'
import type { Variant } from '../../domain/experiment/plan'
import { Problem } from '../../domain/problem'
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

/** Measures every variant with each size and seed. */
export async function measureSweep(
  session: CommandSession,
  { dir, variants }: { dir: string; variants: Variant[] },
  flags: SweepRuns,
): Promise<ActionAnswer<'evaluation.sweep'>> {
  const input: ActionInput<'evaluation.sweep'> = {
    dir,
    goldenSet: flags.golden,
    recipes: variants,
    k: flags.k,
    catalogSizes: { tools: flags.sizes, seeds: flags.seeds },
    ...queriesMeasured(flags),
    keep: flags.keep,
    resume: !flags.anew,
    why: flags.why,
  }
  try {
    return withUnsaved(await session.request('evaluation.sweep', input))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'cancelled' || !flags.keep) throw error
    throw new Problem('cancelled', error.message, 'Run the same command again to go on.')
  }
}
