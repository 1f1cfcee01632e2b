import { z } from 'zod'
import type { Broadcast, ProblemReport, Reply } from '../contract/reply'
import { routes, type RouteName } from '../contract/routes'
import { Problem } from '../domain/problem'
import { UnreadableFile } from '../importing/reading/unreadable-file'
import type { App, Call } from './app'
import { catalogHandlers } from './catalog-handlers'
import { evaluationHandlers, goldenHandlers } from './evaluation-handlers'
import { openExports } from './exports'
import type { AppContext, Handler } from './handlers'
import { filesHandlers, importHandlers } from './import-handlers'
import type { AppPorts } from './ports'
import { knowledgeHandlers, queryHandlers, recipesHandlers } from './query-handlers'
import { openSessions } from './sessions'
import {
  appHandlers,
  modelsHandlers,
  settingsHandlers,
  workspaceHandlers,
} from './workspace-handlers'

type AllHandlers = { [Name in RouteName]: Handler<Name> }

/** How often open workspaces are looked at for commits of other processes, in ms. */
const LOOK_EVERY_MS = 2000

export function createApp(ports: AppPorts): App {
  const listeners = new Set<(event: Broadcast) => void>()
  const broadcast = (event: Broadcast) => {
    for (const listener of listeners) listener(event)
  }
  const sessions = openSessions(ports, (dir, revision) =>
    broadcast({ kind: 'changed', dir, revision }),
  )
  const handlers = handlersOf({
    ...ports,
    sessions,
    exports: openExports(),
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
  ...importHandlers(context),
  ...filesHandlers(context),
  ...recipesHandlers(),
  ...knowledgeHandlers(context),
  ...queryHandlers(context),
  ...goldenHandlers(context),
  ...evaluationHandlers(context),
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
    const parsed = routes[name].input.parse(input)
    call.signal.throwIfAborted()
    return { ok: true, data: await handler(parsed, call) }
  } catch (error) {
    return { ok: false, error: reportOf(error, call.signal) }
  }
}

function reportOf(error: unknown, signal: AbortSignal): ProblemReport {
  if (error instanceof Problem) {
    return { code: error.code, message: error.message, fix: error.fix }
  }
  if (error instanceof UnreadableFile) {
    return { code: 'unreadable', message: error.message, fix: error.fix }
  }
  if (error instanceof z.ZodError) {
    return { code: 'bad-input', message: `The request does not fit: ${z.prettifyError(error)}` }
  }
  if (signal.aborted) return { code: 'cancelled', message: 'Stopped.' }
  return {
    code: 'internal',
    message: error instanceof Error ? error.message : String(error),
    fix: 'This is a fault of Pegboard’s own. Nothing was lost; please report it with what you did.',
  }
}
