import { Problem } from '../../domain/problem'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { adviseOnRuns } from './advice/advise'
import type { MeasuredRuns } from './measured-runs'

/**
 * The k that is recommended of runs where no goal is given; nothing where they cannot be held
 * together.
 */
export async function recommendedK(
  context: AppContext & { measured: MeasuredRuns },
  { dir, runs }: { dir: string; runs: readonly string[] },
  call: Call,
): Promise<number | undefined> {
  try {
    const input = { dir, runs: [...runs], withOutdated: false }
    return (await adviseOnRuns(context, input, call)).chosen.k
  } catch (error) {
    if (error instanceof Problem && error.code !== 'cancelled') return undefined
    throw error
  }
}
