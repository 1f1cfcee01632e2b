import { setTimeout } from 'node:timers/promises'
import { ModelGone } from '../../ports/language-model'
import { plainFetch } from './plain-fetch'

interface Watched {
  url: string
  lookEveryMs: number
  signal: AbortSignal
}

/** Looks in a row that may go unanswered: a machine short of memory may be slow once. */
const MOST_UNANSWERED = 2

/**
 * Does work that may take as long as it likes while the server is there: it is asked for its version every now and then, which
 * it answers whatever its models do.
 * @throws ModelGone once it answers that no more either
 */
export async function whileAnswering<Result>(
  { signal, ...server }: Watched,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController()
  const silent = new AbortController()
  const looking = look(server, over.signal).then((isSilent) => {
    if (isSilent) silent.abort()
  })
  try {
    return await work(AbortSignal.any([signal, silent.signal]))
  } catch (error) {
    if (!silent.signal.aborted || signal.aborted) throw error
    throw new ModelGone(
      `Ollama at ${server.url} answers nothing any more.`,
      'See whether it or its machine hangs, restart it, and try again.',
    )
  } finally {
    over.abort()
    await looking
  }
}

/** Whether the server went silent before it was over. */
async function look(
  { url, lookEveryMs }: Omit<Watched, 'signal'>,
  over: AbortSignal,
): Promise<boolean> {
  let unanswered = 0
  while (unanswered < MOST_UNANSWERED) {
    const isOver = await setTimeout(lookEveryMs, false, { signal: over, ref: false }).catch(
      () => true,
    )
    if (isOver) return false
    const soon = AbortSignal.any([over, AbortSignal.timeout(lookEveryMs)])
    const answered = await plainFetch(soon)(`${url}/api/version`).then(
      () => true,
      () => false,
    )
    if (over.aborted) return false
    unanswered = answered ? 0 : unanswered + 1
  }
  return true
}
