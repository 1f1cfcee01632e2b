/** How a piece of work is stopped, and whom it tells that it goes on. */
interface TurnCall {
  signal: AbortSignal
  onSign?: (() => void) | undefined
}

/** Does work when it is its turn. What is told of one piece of work is told to all that wait: they are behind it. */
export type Turns = <Result>(
  call: TurnCall,
  work: (onSign: () => void) => Promise<Result>,
) => Promise<Result>

/** Lets so many pieces of work be done at the same time, first come, first served. */
export function turnsOf(atOnce: number): Turns {
  const waiting: (() => void)[] = []
  const listening = new Set<() => void>()
  let free = atOnce
  const tellAll = () => listening.forEach((tell) => tell())
  return async ({ signal, onSign = () => undefined }, work) => {
    // One of its own: the same function may wait for several.
    const listener = () => onSign()
    listening.add(listener)
    try {
      if (free > 0) free--
      else await turn(waiting, signal)
      try {
        return await work(tellAll)
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    } finally {
      listening.delete(listener)
    }
  }
}

async function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const start = () => resolve(undefined)
  const leave = () => {
    waiting.splice(waiting.indexOf(start), 1)
    reject(signal.reason as Error)
  }
  signal.addEventListener('abort', leave, { once: true })
  waiting.push(start)
  await promise.finally(() => signal.removeEventListener('abort', leave))
}
