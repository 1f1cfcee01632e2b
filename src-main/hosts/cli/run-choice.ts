import type { RunsTogether } from '../../contract/evaluation'
import { Problem } from '../../domain/problem'
import { outdatedLines } from '../../domain/run/outdated-words'
import type { Run } from '../../domain/run/run'
import type { ActionInput } from '../../features/actions'
import type { CommandSession } from './session'

/** The stored run that is named so. @throws Problem where there is none, or more than one. */
export async function findRun(session: CommandSession, dir: string, name: string): Promise<Run> {
  const [run] = await session.request('evaluation.named', { dir, runs: [name] })
  return run as Run
}

/** The runs to look at together; what is outdated of them is remarked. */
export async function runsTogether(
  session: CommandSession,
  named: ActionInput<'evaluation.together'>,
): Promise<RunsTogether> {
  const together = await session.request('evaluation.together', named)
  remarkOutdated(session, together)
  return together
}

/**
 * What is answered of these runs. Where it is refused, what is outdated of them is remarked before,
 * as it may be why.
 */
export async function ofRuns<Answer>(
  session: CommandSession,
  named: ActionInput<'evaluation.together'>,
  answered: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answered
  } catch (error) {
    if (error instanceof Problem && error.code !== 'cancelled') {
      // Where they are not there, it was refused for that.
      await runsTogether(session, named).catch(() => undefined)
    }
    throw error
  }
}

/** Says which of these runs were measured on something that is another now. */
export function remarkOutdated(
  session: CommandSession,
  { runs, outdated }: Pick<RunsTogether, 'runs' | 'outdated'>,
): void {
  const labelOf = (id: string) => runs.find(({ run }) => run.id === id)?.label ?? id
  for (const line of outdatedLines(outdated, labelOf)) {
    session.remark(`Not of what is in use now: ${line}. Measure again: pegboard again`)
  }
}
