import type { Broadcast, Reply } from '../contract/reply'
import { routes, type RouteName } from '../contract/routes'
import { Problem } from '../domain/problem'
import type { App, Call } from './app'
import { agentHandlers } from './agent/agent-handlers'
import { agentRunHandlers } from './agent-runs/agent-run-handlers'
import { catalogHandlers } from './catalog-handlers'
import { checkedInput } from './checked-input'
import { confusableHandlers } from './confusable/confusable-handlers'
import { effectHandlers } from './effect/effect-handlers'
import { enhanceHandlers } from './enhance/enhance-handlers'
import { evaluationHandlers } from './evaluation-handlers'
import { experimentsHandlers } from './experiments/experiment-handlers'
import { openExports } from './exports'
import { fieldsHandlers } from './fields/field-handlers'
import { goldenHandlers } from './golden/golden-handlers'
import type { AppContext, Handler } from './handlers'
import { historyHandlers } from './history/history-handlers'
import { filesHandlers, importHandlers } from './import-handlers'
import { graphHandlers } from './graph/graph-handlers'
import { openIndexings } from './knowledge/indexings'
import { knowledgeHandlers } from './knowledge/knowledge-handlers'
import { lintHandlers } from './lint/lint-handlers'
import { answerHandlers } from './answer-handlers'
import { modelsHandlers } from './models/model-handlers'
import type { AppPorts } from './ports'
import { priceHandlers } from './price-handlers'
import { problemReport } from './problem-report'
import { proposalsHandlers } from './proposals/proposal-handlers'
import { promptsHandlers } from './prompt-handlers'
import { queryHandlers } from './query-handlers'
import { recipesHandlers } from './recipe-handlers'
import { reviewHandlers } from './review/review-handlers'
import { openSessions } from './sessions'
import { tracesHandlers } from './trace-handlers'
import { weightHandlers } from './weights/weight-handlers'
import { appHandlers, settingsHandlers, workspaceHandlers } from './workspace-handlers'
import { writingHandlers } from './writing/writing-handlers'

type AllHandlers = { [Name in RouteName]: Handler<Name> }

/** How often open workspaces are looked at for commits of other processes, in ms. */
const LOOK_EVERY_MS = 2000

export function createApp(ports: AppPorts): App {
  const listeners = new Set<(event: Broadcast) => void>()
  const broadcast = (event: Broadcast) => {
    for (const listener of listeners) listener(event)
  }
  const sessions = openSessions(ports, (dir, { revision, commit }) =>
    broadcast({ kind: 'changed', dir, revision, commit }),
  )
  const handlers = handlersOf({
    ...ports,
    sessions,
    exports: openExports(),
    indexings: openIndexings(),
    notify: (dir, text) => broadcast({ kind: 'notice', dir, text }),
  })
  const look = setInterval(() => void sessions.refresh().catch(() => undefined), LOOK_EVERY_MS)
  look.unref()

  return {
    dispatch: (route, input, call) => dispatch(handlers, { route, input }, call),
    onBroadcast(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      clearInterval(look)
      await sessions.close()
      await ports.tokenCounter.close?.()
    },
  }
}

const handlersOf = (context: AppContext): AllHandlers => ({
  ...appHandlers(context),
  ...settingsHandlers(context),
  ...modelsHandlers(context),
  ...workspaceHandlers(context),
  ...catalogHandlers(context),
  ...effectHandlers(context),
  ...graphHandlers(context),
  ...lintHandlers(context),
  ...confusableHandlers(context),
  ...importHandlers(context),
  ...filesHandlers(context),
  ...recipesHandlers(context),
  ...knowledgeHandlers(context),
  ...queryHandlers(context),
  ...agentHandlers(context),
  ...promptsHandlers(context),
  ...proposalsHandlers(context),
  ...reviewHandlers(context),
  ...fieldsHandlers(context),
  ...enhanceHandlers(context),
  ...goldenHandlers(context),
  ...historyHandlers(context),
  ...evaluationHandlers(context),
  ...priceHandlers(context),
  ...agentRunHandlers(context),
  ...experimentsHandlers(context),
  ...weightHandlers(context),
  ...writingHandlers(context),
  ...tracesHandlers(context),
  ...answerHandlers(context),
})

async function dispatch(
  handlers: AllHandlers,
  { route, input }: { route: string; input: unknown },
  call: Call,
): Promise<Reply<unknown>> {
  try {
    if (!Object.hasOwn(routes, route)) {
      throw new Problem('not-found', `There is no route “${route}”.`)
    }
    const name = route as RouteName
    const handler = handlers[name] as Handler<RouteName>
    const checked = checkedInput(name, input)
    call.signal.throwIfAborted()
    return { ok: true, data: await handler(checked, call) }
  } catch (error) {
    return { ok: false, error: problemReport(error, call.signal) }
  }
}
