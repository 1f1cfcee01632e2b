import type { z } from 'zod'
import type { Broadcast, Reply } from '../contract/reply'
import type { Action } from './action'
import { Problem } from '../domain/problem'
import type { App, Call } from './app'
import { isNestedDeeper, MOST_LEVELS } from '../domain/value/json'
import { openExports } from './requests/exports'
import type { AppContext, Places } from './context'
import { openIndexings } from './indexings'
import type { AppPorts } from './ports'
import { problemReport } from './requests/problem-report'
import { validationErrorText } from './requests/validation-error'
import { openSessions } from './workspaces/sessions'

/** How often open workspaces are looked at for commits of other processes, in ms. */
const LOOK_EVERY_MS = 2000

/** What can be asked, by name. */
type Actions = Readonly<Record<string, Action<z.ZodObject, unknown>>>

export function createApp(
  ports: AppPorts,
  { actions, places }: { actions: Actions; places: Places },
): App {
  const listeners = new Set<(event: Broadcast) => void>()
  const broadcast = (event: Broadcast) => {
    for (const listener of listeners) listener(event)
  }
  const notify = (dir: string, text: string) => broadcast({ kind: 'notice', dir, text })
  const sessions = openSessions(
    ports,
    (dir, { revision, commit }) => broadcast({ kind: 'changed', dir, revision, commit }),
    notify,
  )
  const closers: (() => Promise<void>)[] = []
  const context: AppContext = {
    ...ports,
    places,
    sessions,
    exports: openExports(),
    indexings: openIndexings(),
    notify,
    outdate: (dir, action) => broadcast({ kind: 'outdated', dir, action }),
    dispatch: ask,
    onClose: (close) => void closers.push(close),
  }
  const look = setInterval(() => void sessions.refresh().catch(() => undefined), LOOK_EVERY_MS)
  look.unref()

  function ask(action: string, input: unknown, call: Call): Promise<Reply<unknown>> {
    return dispatch({ context, actions }, { action, input }, call)
  }

  return {
    dispatch: ask,
    onBroadcast(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      clearInterval(look)
      await Promise.allSettled(closers.map((close) => close()))
      await sessions.close()
      await ports.tokenCounter.close?.()
    },
  }
}

async function dispatch(
  { context, actions }: { context: AppContext; actions: Actions },
  { action: name, input }: { action: string; input: unknown },
  call: Call,
): Promise<Reply<unknown>> {
  try {
    const asked = actionNamed(actions, name)
    const checked = checkedInput({ name, input: asked.input }, input)
    call.signal.throwIfAborted()
    return { ok: true, data: await asked.run(context, checked, call) }
  } catch (error) {
    return { ok: false, error: problemReport(error, call.signal) }
  }
}

/** @throws Problem `not-found`. */
function actionNamed(actions: Actions, name: string): Action<z.ZodObject, unknown> {
  const named = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (named) return named
  throw new Problem('not-found', `There is no action “${name}”.`)
}

/**
 * An action's input as it runs with it. Nothing is left aside: a field whose name is misspelt would
 * be lost without a word.
 * @throws Problem `bad-input`.
 */
function checkedInput<Input extends z.ZodObject>(
  { name, input: schema }: { name: string; input: Input },
  input: unknown,
): z.output<Input> {
  if (isNestedDeeper(input, MOST_LEVELS)) {
    const message = `The request is nested deeper than ${MOST_LEVELS} levels.`
    throw new Problem('bad-input', message, 'Leave out the inner levels.')
  }
  const { success, data, error } = schema.safeParse(input)
  if (success) return data
  const message = `This cannot be done: ${validationErrorText(error, input)}.`
  throw new Problem('bad-input', message, fieldsText(name, schema, error))
}

/** What it takes, where a field is unknown. */
function fieldsText(name: string, { shape }: z.ZodObject, { issues }: z.ZodError) {
  const isUnknown = issues.some(
    ({ code, path }) => code === 'unrecognized_keys' && path.length === 0,
  )
  if (!isUnknown) return undefined
  const fields = Object.keys(shape)
  return fields.length > 0 ? `${name} takes ${fields.join(', ')}.` : `${name} takes no field.`
}
