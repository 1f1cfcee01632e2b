import type { GoldenPlace } from '../../contract/evaluation'
import type { AgentFailure } from '../../domain/run/failure'
import type { ToolId } from '../../domain/tool/tool'
import { toolsAt } from '../../evaluation/judged'
import type { Prepared } from '../query/answering'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { agentFailedIn, agentFailuresOf } from './agent-failures'
import { withFailures } from './failures'
import { outcomeOf, type MeasuredRuns } from './measured-runs'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const EvaluationLocateInput = z.object({
  dir: Dir,
  run: z.string().describe('the run, by its id'),
  queries: z.array(z.string()).min(1).max(50).describe('the queries, by their ids'),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('the cut-off to look at; left out: the run’s largest'),
})
export type EvaluationLocateInput = z.output<typeof EvaluationLocateInput>

/**
 * Where each golden tool of some queries stands, as far as the recipe ranks: what the run stored of
 * those that were given, and of the others what running the query again shows, on today's catalog.
 * Where that would ask a model, nothing is run.
 */
export const placesOfGolden = (
  context: AppContext & { measured: MeasuredRuns },
  input: EvaluationLocateInput,
  call: Call,
): Promise<GoldenPlace[][]> =>
  withFailures(context, input, {
    call,
    work: async ({ failures, prepared, lookUp }, session) => {
      const { open, k, known, failed } = failures
      const outcomes = input.queries.map((query) => outcomeOf(open, query))
      const sought = new Set(outcomes)
      const isSought = (at: number) => sought.has(open.outcomes[at] as (typeof outcomes)[number])
      await lookUp(failed.filter(isSought))
      const agent = await agentFailuresOf(session, failures)
      const placeOf = new Map(open.outcomes.map((outcome, at) => [outcome, at]))
      return outcomes.map((outcome) => {
        const given = toolsAt(outcome, k)
        const missing = known.get(placeOf.get(outcome) ?? -1)?.missing ?? []
        const byAgent = agentFailedIn(agent, outcome.id)
        return outcome.golden.map((tool): GoldenPlace => {
          const lost = missing.find((one) => one.tool === tool)
          const place = lost ?? { tool, reason: 'found' as const, rank: given.indexOf(tool) + 1 }
          const failedIt = lost ? undefined : byAgent.find((one) => one.tool === tool)
          return {
            ...nameOf(prepared, tool),
            ...place,
            ...(failedIt && { agent: toldOf(failedIt) }),
          }
        })
      })
    },
  })

const toldOf = ({ reason, called, why, rightAlone }: AgentFailure): GoldenPlace['agent'] => ({
  reason,
  called,
  ...(why !== undefined && { why }),
  ...(rightAlone && { rightAlone }),
})

function nameOf({ catalog }: Prepared, tool: ToolId): Pick<GoldenPlace, 'name' | 'server'> {
  const known = catalog.has(tool) ? catalog.tool(tool).tool : undefined
  return { name: known?.name ?? tool, ...(known?.server && { server: known.server }) }
}
