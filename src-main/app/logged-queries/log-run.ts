import type { HistoryAddRunAnswer } from '../../contract/logged-queries'
import { historyStock } from '../../domain/query/logged-queries'
import type { QueryOutcome } from '../../domain/run/run'
import { Problem } from '../../domain/problem'
import { cutoffOf } from '../evaluation/outcomes'
import { recallAt, type MeasuredRuns } from '../evaluation/measured-runs'
import type { AppContext } from '../context'
import { changeHistory, type HistoryPlan } from './change-logged'
import { noRoomFor, settleLogged } from './settle-logged'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const HistoryAddRunInput = z.object({
  dir: Dir,
  run: z.string().describe('the run’s id, see pegboard runs'),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('at which cut-off it was right; default: the run’s largest'),
  queries: z
    .array(z.string())
    .min(1)
    .max(1000)
    .optional()
    .meta({ title: 'id', description: 'this golden query, right or not; several times' }),
  preview: z.boolean().default(false).describe('say what would be logged, and write nothing'),
})
export type HistoryAddRunInput = z.output<typeof HistoryAddRunInput>

type Answer = Omit<HistoryAddRunAnswer, 'change'>

/**
 * Logs golden queries of a run with those of their golden tools that the catalog holds.
 * @throws Problem `not-found`, `bad-input`.
 */
export async function logRun(
  { sessions, clock, measured }: AppContext & { measured: MeasuredRuns },
  { dir, run: id, k, queries, preview }: HistoryAddRunInput,
): Promise<HistoryAddRunAnswer> {
  const session = await sessions.of(dir)
  const { run, outcomes } = await measured.of(dir, id)
  const at = cutoffOf(run, k)
  const wanted = queries && new Set(queries)
  const chosen = outcomes.filter((outcome) =>
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
    return {
      added: put,
      what: `Logged ${put.length} golden ${put.length === 1 ? 'query' : 'queries'} of “${run.goldenSet}”`,
      answer: {
        goldenSet: run.goldenSet,
        added: put.length,
        merged,
        stock: historyStock([...bundles, ...put], (id) => catalog.has(id)),
      },
    }
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
