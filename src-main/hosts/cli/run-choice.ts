import { Problem } from '../../domain/problem'
import type { Run } from '../../domain/run'
import type { CommandSession } from './session'

/** The stored run whose id begins so. @throws Problem where there is none, or more than one. */
export async function findRun(session: CommandSession, dir: string, given: string): Promise<Run> {
  const runs = await session.request('evaluation.runs', { dir })
  const [found, ...others] = runs.filter(({ id }) => given !== '' && id.startsWith(given))
  const fix = 'The runs are listed by: pegboard runs --workspace DIR'
  if (!found) throw new Problem('not-found', `There is no run “${given}”.`, fix)
  if (others.length > 0) {
    throw new Problem('bad-input', `${others.length + 1} runs begin with “${given}”.`, fix)
  }
  return found
}
