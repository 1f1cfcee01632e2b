import { setTimeout } from 'node:timers/promises'
import { Ollama } from 'ollama'
import { Problem } from '../../domain/problem'
import { ModelGone } from '../../ports/language-model'
import { plainFetch } from './plain-fetch'
import { messageIn, OllamaRefusal, refusedRedirect, unreachable } from './refusal'

/** How patient a server is treated. */
export interface Patience {
  /**
   * Waits before asking again, in ms: a busy server after each of them, one whose runner died after
   * the first few.
   */
  retryDelaysMs: readonly number[]
  /** How often a server that works is asked whether it is still there, in ms. */
  lookEveryMs: number
  /** The longest that an answer may take to be written, from its first word on, in ms. */
  longestAnswerMs: number
}
export const PATIENCE: Patience = {
  retryDelaysMs: [250, 500, 1000, 2000, 4000],
  lookEveryMs: 30_000,
  longestAnswerMs: 10 * 60_000,
}
/** Times a runner that died is tried again: each loads the model anew. */
const MOST_DEATHS = 3

/** One Ollama server. */
export interface OllamaServer extends Pick<Patience, 'longestAnswerMs'> {
  url: string
  /**
   * Asks the server, again after a while where it is busy or its runner died. Waits as long as the
   * server works, but not for one that answers nothing any more. Stopping `signal` breaks the
   * request off, which is given one that stops then as well.
   * @throws Problem `unavailable` where it cannot be reached, `busy` where it stays busy; {@link
   * OllamaRefusal} on any other error it answers.
   */
  ask<Answer>(
    request: (client: Ollama, signal: AbortSignal) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer>
}

export const ollamaServer = (
  url: string,
  { retryDelaysMs, lookEveryMs, longestAnswerMs }: Patience = PATIENCE,
): OllamaServer => ({
  url,
  longestAnswerMs,
  async ask(request, signal) {
    for (const [tries, delayMs] of [...retryDelaysMs, undefined].entries()) {
      try {
        signal.throwIfAborted()
        return await whileAnswering({ url, lookEveryMs, signal }, (either) =>
          request(clientOf(url, either), either),
        )
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof Problem) throw error
        if (!(error instanceof OllamaRefusal)) throw unreachable(url, error)
        const isLastDeath = tries >= MOST_DEATHS || delayMs === undefined
        if (error.kind === 'died' ? isLastDeath : error.kind !== 'busy') throw error
      }
      if (delayMs !== undefined) {
        await setTimeout(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    }
    throw new Problem(
      'busy',
      `Ollama at ${url} is busy with other requests.`,
      'Try again when they are done, or give it a longer queue with OLLAMA_MAX_QUEUE.',
    )
  },
})

/** The client stops nothing but streams: the signal goes into every request instead. */
const clientOf = (url: string, signal: AbortSignal): Ollama =>
  new Ollama({
    host: url,
    fetch: async (input, init) => accepted(url, await plainFetch(signal)(input, init)),
  })

/**
 * The client would print what is no JSON to standard output, where the command line's answers go.
 */
async function accepted(url: string, response: Response): Promise<Response> {
  if (response.ok) {
    const isPage = response.headers.get('content-type')?.startsWith('text/')
    if (isPage) throw new SyntaxError('A page instead of JSON.')
    return response
  }
  if (response.status >= 300 && response.status < 400) throw refusedRedirect(url)
  const text = await response.text()
  throw new OllamaRefusal(response.status, messageIn(text) ?? response.statusText)
}

interface Watched {
  url: string
  lookEveryMs: number
  signal: AbortSignal
}

/** Looks in a row that may go unanswered: a machine short of memory may be slow once. */
const MOST_UNANSWERED = 2

/**
 * Does work that may take as long as it likes while the server is there: it is asked for its
 * version every now and then, which it answers whatever its models do.
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
