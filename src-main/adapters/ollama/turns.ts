import { fewAtOnce } from '../../domain/value/few-at-once'

/** How a piece of work is stopped, and whom it tells that it goes on. */
interface TurnCall {
  signal: AbortSignal
  onSign?: (() => void) | undefined
}

/**
 * Does work when it is its turn. What is told of one piece of work is told to all that wait: they
 * are behind it.
 */
export type Turns = <Result>(
  call: TurnCall,
  work: (onSign: () => void) => Promise<Result>,
) => Promise<Result>

/** Lets so many pieces of work be done at the same time, first come, first served. */
export function turnsOf(atOnce: number): Turns {
  const few = fewAtOnce(atOnce)
  const listening = new Set<() => void>()
  const tellAll = () => listening.forEach((tell) => tell())
  return async ({ signal, onSign = () => undefined }, work) => {
    // One of its own: the same function may wait for several.
    const listener = () => onSign()
    listening.add(listener)
    try {
      return await few(() => work(tellAll), signal)
    } finally {
      listening.delete(listener)
    }
  }
}
