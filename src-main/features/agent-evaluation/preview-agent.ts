import { Measurement, type AgentRunsPreviewAnswer } from './shared/answers'
import { goldenCallsOf, callKindOf } from '../../evaluation/agent/call-score'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../../app/app'
import { callingModel } from '../../app/models/calling-model'
import { readingTools } from '../../app/requests/call-progress'
import type { Catalog } from '../../app/workspaces/catalog'
import type { AppContext } from '../../app/context'
import { withWorkspaceModels } from '../../app/models/workspace-models'
import { problemReport } from '../../app/requests/problem-report'
import { needsIn, promptEstimate } from './agent-outcome'
import { agentPlan, type AgentPlan } from './agent-plan'
import { goneIn } from '../../app/catalog/eligible-tools'
import type { z } from 'zod'

export const AgentRunsPreviewInput = Measurement
export type AgentRunsPreviewInput = z.output<typeof AgentRunsPreviewInput>

type Output = AgentRunsPreviewAnswer

/** What a measurement would take; asks no model. */
export async function previewAgent(
  appContext: AppContext,
  input: AgentRunsPreviewInput,
  call: Call,
): Promise<Output> {
  const context = withWorkspaceModels(appContext, input.dir)
  const session = await context.sessions.of(input.dir)
  return session.withCatalog(
    async (catalog) => {
      const plan = await agentPlan({ context, session, catalog }, input)
      return {
        ...(await modelOf(context, call.signal)),
        ...queriesIn(plan, catalog),
        ...(await costOf(plan, { context, catalog }, call.signal)),
      }
    },
    readingTools(call, context.clock),
  )
}

async function modelOf(
  context: AppContext,
  signal: AbortSignal,
): Promise<Pick<Output, 'model' | 'problem'>> {
  try {
    return { model: (await callingModel(context, signal)).name }
  } catch (error) {
    signal.throwIfAborted()
    return { problem: problemReport(error, signal) }
  }
}

function queriesIn({ queries }: AgentPlan, catalog: Catalog) {
  const calls = queries.map(goldenCallsOf)
  const kinds = calls.map((each) => callKindOf(each, needsIn({ catalog })))
  const negative = kinds.filter((kind) => kind === 'none').length
  return {
    queries: queries.length,
    negative,
    withArguments: calls.filter((each) => each.some((call) => call.arguments)).length,
    several: kinds.filter((kind) => kind === 'parallel' || kind === 'sequential').length,
    sequential: kinds.filter((kind) => kind === 'sequential').length,
    gone: goneIn(queries, catalog),
  }
}

async function costOf(
  { queries, offers }: AgentPlan,
  { context, catalog }: { context: AppContext; catalog: Catalog },
  signal: AbortSignal,
) {
  const { tokenCounter, clock } = context
  const pause = yieldToEventLoop(clock, signal)
  const at = { catalog, tokensOf: (text: string) => tokenCounter.count(text).tokens }
  let promptTokens = 0
  for (const { toolsOf } of offers) {
    for (const query of queries) {
      promptTokens += promptEstimate(at, query, toolsOf(query))
      await pause()
    }
  }
  return {
    questions: 2 * queries.length * offers.length,
    promptTokens,
    tokenizer: tokenCounter.tokenizer,
  }
}
