import type { ActionAnswer, ActionInput, ActionName } from '../../src-main/features/actions'
import type { compose } from '../../src-main/compose'

/** @throws Error with the reply's message. */
export type Request = <Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
) => Promise<ActionAnswer<Name>>

/** Asks an app in this process. */
export function requestsTo({
  dispatch,
}: Pick<Awaited<ReturnType<typeof compose>>, 'dispatch'>): Request {
  return async (action, input) => {
    const call = { signal: new AbortController().signal, emit: () => undefined }
    const reply = await dispatch(action, input, call)
    if (!reply.ok) throw new Error(`${action}: ${reply.error.message}`)
    return reply.data as ActionAnswer<typeof action>
  }
}
