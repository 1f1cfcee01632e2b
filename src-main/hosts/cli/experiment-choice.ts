import type { ActionAnswer } from '../../app/actions'
import { Problem } from '../../domain/problem'
import { plainText } from './print-table'
import type { CommandSession } from './session'

export type ExperimentRow = ActionAnswer<'experiments.list'>[number]

/** The experiment of this name, or whose id begins so. @throws Problem `not-found` naming those there are, `bad-input`. */
export async function findExperiment(
  session: CommandSession,
  dir: string,
  given: string,
): Promise<ExperimentRow> {
  const all = await session.request('experiments.list', { dir })
  const named = all.find(({ name }) => name === given)
  if (named) return named
  const [found, ...others] = all.filter(({ id }) => given !== '' && id.startsWith(given))
  if (found && others.length === 0) return found
  if (found) {
    const message = `${others.length + 1} experiments begin with “${plainText(given)}”.`
    throw new Problem('bad-input', message, 'Give more of the id, or the name.')
  }
  const names = all.map(({ name }) => `“${plainText(name)}”`).join(', ')
  const fix = names ? `There are: ${names}.` : 'Save one with: pegboard experiments save NAME'
  throw new Problem('not-found', `There is no experiment “${plainText(given)}”.`, fix)
}
