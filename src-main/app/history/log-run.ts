import type { ParsedInput, RouteOutput } from '../../contract/routes'
import type { QueryOutcome } from '../../domain/run'
import { Problem } from '../../domain/problem'
import { cutoffOf } from '../evaluation/outcomes'
import { recallAt, runOf } from '../evaluation/measured-runs'
import { storedOutcomes } from '../evaluation/store'
import type { AppContext } from '../handlers'
import { changeHistory, type HistoryPlan } from './history-changes'
import { noRoomFor, settleLogged } from './settle-logged'

type Answer = Omit<RouteOutput<'history.addRun'>, 'change'>

/** Logs golden queries of a run with those of their golden tools that the catalog holds. @throws Problem `not-found`, `bad-input`. */
export async function logRun(
  { sessions, clock }: AppContext,
  { dir, run: id, k, queries, preview }: ParsedInput<'history.addRun'>,
): Promise<RouteOutput<'history.addRun'>> {
  const session = await sessions.of(dir)
  const run = await runOf(session, id)
  const at = cutoffOf(run, k)
  const wanted = queries && new Set(queries)
  const chosen = (await storedOutcomes(session, id)).filter((outcome) =>
    wanted ? wanted.has(outcome.id) : recallAt(outcome, at) === 1,
  )
  if (chosen.length === 0) throw nothingChosen(wanted !== undefined)
  const loggedAt = clock.timestamp()
  const plan: Parameters<typeof changeHistory<Answer>>[1] = (bundles, catalog) => {
    const logged = chosen.flatMap(({ text, golden }: QueryOutcome) => {
      const tools = golden.filter((tool) => catalog.has(tool))
      return tools.length > 0 ? [{ query: text, tools, loggedAt, from: 'run' as const }] : []
    })
    const { put, merged, beyond } = settleLogged(bundles, logged)
    if (beyond > 0) throw noRoomFor(beyond)
    return { added: put, answer: { goldenSet: run.goldenSet, added: put.length, merged } }
  }
  if (!preview) return changeHistory(session, plan)
  const catalog = await session.catalog()
  const planned: HistoryPlan<Answer> = await plan(await catalog.history(), catalog)
  return planned.answer
}

const nothingChosen = (areNamed: boolean): Problem =>
  areNamed
    ? new Problem('not-found', 'The run holds none of these queries.')
    : new Problem(
        'bad-input',
        'No query of this run was answered right: there is nothing to log.',
        'Choose another run, or a larger k.',
      )
