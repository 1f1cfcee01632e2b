import { failure, ServerFailed } from './server-failed'
import type { Ask, SessionFault, SessionInput, SessionOutput } from './server-session'
import { within } from './within'

/**
 * For a session that was told to stop something, to do it: else nothing more is to be had of it.
 */
const STOP_MS = 3_000

export interface Asking {
  /** For the answer. */
  mostMs: number
  signal: AbortSignal
  onCount?: ((count: number) => void) | undefined
}

type Answer = Extract<SessionOutput, { id: number }>

interface Open {
  answered(output: Answer): void
  failed(fault: SessionFault): void
}

interface SessionEvents {
  post(input: SessionInput): void
  /** Called where a session does not even stop. */
  onStuck(): void
}

/** What a session was asked and has not answered yet. */
export function asksOf({ post, onStuck }: SessionEvents) {
  const open = new Map<number, Open>()
  let asked = 0

  /** @throws ServerFailed, or the signal’s reason. */
  function ask<Value>(
    what: Ask,
    { mostMs, signal, onCount }: Asking,
    read: (output: Answer) => Value | undefined,
  ): Promise<Value> {
    signal.throwIfAborted()
    const id = (asked += 1)
    const answer = Promise.withResolvers<Value>()
    let stuck: NodeJS.Timeout | undefined
    const stop = (): void => {
      post({ stop: id })
      stuck ??= setTimeout(onStuck, STOP_MS)
    }
    const done = (): void => {
      open.delete(id)
      clearTimeout(stuck)
    }
    open.set(id, {
      answered(output) {
        if (output.kind === 'counted') return onCount?.(output.count)
        done()
        const value = read(output)
        if (value !== undefined) answer.resolve(value)
      },
      failed(fault) {
        done()
        answer.reject(new ServerFailed(fault))
      },
    })
    post({ ...what, id })
    const late = `it took longer than ${mostMs / 1000} s`
    return within(answer.promise, { mostMs, signal, stop, late, isOfRequest: true })
  }

  return {
    ask,
    answered: (output: Answer): void => open.get(output.id)?.answered(output),
    failed: (id: number, fault: SessionFault): void => open.get(id)?.failed(fault),
    failAll(fault: SessionFault = failure('it is no longer asked')): void {
      for (const each of [...open.values()]) each.failed(fault)
    },
  }
}
