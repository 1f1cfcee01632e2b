import { z } from 'zod'
import { agentRunActions } from './agent-runs/actions'
import { agentActions } from './agent/actions'
import { answerActions } from './models/answer-actions'
import { catalogActions } from './catalog/actions'
import { changesActions } from './undo/actions'
import { confusableActions } from './confusable/actions'
import { effectActions } from './effect/actions'
import { enhanceActions } from './enhance/actions'
import { evaluationActions } from './evaluation/actions'
import { experimentActions } from './experiments/actions'
import { fieldActions } from './fields/actions'
import { goldenActions } from './golden/actions'
import { graphActions } from './graph/actions'
import { historyActions } from './history/actions'
import { importActions, filesActions } from './importing/actions'
import { knowledgeActions } from './knowledge/actions'
import { lintActions } from './lint/actions'
import { modelActions } from './models/actions'
import { priceActions } from './models/price-actions'
import { promptActions } from './prompts/actions'
import { proposalActions } from './proposals/actions'
import { publishingActions } from './publishing/actions'
import { queryActions } from './query/actions'
import { queueActions } from './queue/actions'
import { recipeActions } from './recipes/actions'
import { reviewActions } from './review/actions'
import { servedActions } from './served/actions'
import { serverActions } from './servers/actions'
import { servingActions } from './serving/actions'
import { sourceActions } from './sources/actions'
import { traceActions } from './query/trace-actions'
import { weightActions } from './weights/actions'
import { action, inputSchema } from './action'
import { appActions, settingsActions, workspaceActions } from './library/actions'
import { writingActions } from './writing/actions'

const all = {
  ...appActions,
  ...queueActions,
  ...settingsActions,
  ...workspaceActions,
  ...modelActions,
  ...promptActions,
  ...priceActions,
  ...answerActions,
  ...filesActions,
  ...importActions,
  ...sourceActions,
  ...catalogActions,
  ...changesActions,
  ...serverActions,
  ...graphActions,
  ...lintActions,
  ...confusableActions,
  ...effectActions,
  ...fieldActions,
  ...enhanceActions,
  ...reviewActions,
  ...proposalActions,
  ...goldenActions,
  ...writingActions,
  ...historyActions,
  ...knowledgeActions,
  ...recipeActions,
  ...queryActions,
  ...agentActions,
  ...servingActions,
  ...servedActions,
  ...publishingActions,
  ...traceActions,
  ...evaluationActions,
  ...experimentActions,
  ...agentRunActions,
  ...weightActions,
}

/** Everything that a window, a terminal or another program may ask of the app. */
export const actions = {
  ...all,
  'app.actions': action({
    summary: 'List every action with what it takes, as JSON Schema',
    input: z.object({}),
    run: () =>
      Object.entries(all).map(([name, { summary, input }]) => {
        return { name, summary, schema: inputSchema(input) }
      }),
  }),
}

type Actions = typeof actions
export type ActionName = keyof Actions
/** What a caller passes: defaults may be left out. */
export type ActionInput<Name extends ActionName> = z.input<Actions[Name]['input']>
type Answers = { [Name in ActionName]: Awaited<ReturnType<Actions[Name]['run']>> }
/** What an action gives, as it is before it travels. */
export type ActionAnswer<Name extends ActionName> = Answers[Name]
