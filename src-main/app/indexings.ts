import { Problem } from '../domain/problem'
import type { CatalogTool } from '../domain/tool/tool'
import type { Progress } from '../contract/reply'
import type { Call } from './app'

/** What became of the tool documents of a workspace that were to be embedded. */
export interface Indexed {
  tools: readonly CatalogTool[]
  embedded: number
  reused: number
  /** Places of the tools whose documents were embedded in part. */
  cut: readonly number[]
  /** Places of the tools that have no vector, as the embedder makes none of their text. */
  none: readonly number[]
}

/**
 * The embedding of workspaces that is under way: the same is done once, for all that ask for it
 * meanwhile.
 */
export interface Indexings {
  /**
   * Does the work, or joins it where it is under way. It goes on for as long as one who asked wants
   * it.
   */
  join(
    what: { dir: string; embedder: string },
    call: Call,
    work: (shared: Call) => Promise<Indexed>,
  ): Promise<Indexed>
  /** Joins the work where it is under way; undefined where it is not, or is being ended. */
  underWay(what: { dir: string; embedder: string }, call: Call): Promise<Indexed> | undefined
  /**
   * Ends that of a workspace, by one embedder or all, whoever asked for it, and waits until nothing
   * of it is written any more.
   */
  stop(dir: string, embedder?: string): Promise<void>
}

interface Running {
  dir: string
  embedder: string
  stopper: AbortController
  callers: Set<Call>
  last?: Progress
  result: Promise<Indexed>
}

export function openIndexings(): Indexings {
  const running = new Map<string, Running>()

  function begin(
    { dir, embedder }: { dir: string; embedder: string },
    work: (shared: Call) => Promise<Indexed>,
  ): Running {
    const key = keyOf(dir, embedder)
    const stopper = new AbortController()
    const callers = new Set<Call>()
    const emit = (step: Progress) => {
      begun.last = step
      for (const caller of callers) caller.emit(step)
    }
    const result = work({ signal: stopper.signal, emit })
      .catch((error: unknown) => {
        throw stopper.signal.aborted ? stopped() : error
      })
      .finally(() => running.delete(key))
    const begun: Running = { dir, embedder, stopper, callers, result }
    running.set(key, begun)
    return begun
  }

  return {
    async join(what, call, work) {
      const key = keyOf(what.dir, what.embedder)
      for (let ending = running.get(key); ending?.stopper.signal.aborted;) {
        await ending.result.catch(() => undefined)
        ending = running.get(key)
      }
      call.signal.throwIfAborted()
      const shared = running.get(key) ?? begin(what, work)
      if (shared.last) call.emit(shared.last)
      return untilUnwanted(shared, call)
    },
    underWay({ dir, embedder }, call) {
      const shared = running.get(keyOf(dir, embedder))
      return shared && !shared.stopper.signal.aborted ? untilUnwanted(shared, call) : undefined
    },
    async stop(dir, embedder) {
      const all = [...running.values()].filter(
        (each) => each.dir === dir && (embedder ?? each.embedder) === each.embedder,
      )
      for (const { stopper } of all) stopper.abort()
      await Promise.allSettled(all.map(({ result }) => result))
    },
  }
}

/**
 * The last who stops waits until the work has ended: what it wrote is there then.
 * @throws what the call was stopped by, where it was before.
 */
function untilUnwanted(shared: Running, call: Call): Promise<Indexed> {
  call.signal.throwIfAborted()
  const { callers, stopper, result } = shared
  const left = Promise.withResolvers<never>()
  const leave = () => {
    callers.delete(call)
    if (callers.size === 0) stopper.abort()
    else left.reject(stopped())
  }
  callers.add(call)
  call.signal.addEventListener('abort', leave, { once: true })
  return Promise.race([result, left.promise]).finally(() => {
    callers.delete(call)
    call.signal.removeEventListener('abort', leave)
  })
}

const keyOf = (dir: string, embedder: string): string => JSON.stringify([dir, embedder])

const stopped = (): Problem =>
  new Problem(
    'cancelled',
    'Embedding was stopped.',
    'What is embedded is kept, and not done again.',
  )
