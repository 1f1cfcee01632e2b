import { setTimeout } from 'node:timers/promises'
import { Ollama } from 'ollama'
import { Problem } from '../../domain/problem'
import { whileAnswering } from './while-answering'
import { plainFetch } from './plain-fetch'
import { messageIn, OllamaRefusal, refusedRedirect, unreachable } from './refusal'

/** How patient a server is treated. */
export interface Patience {
  /** Waits before asking again, in ms: a busy server after each of them, one whose runner died after the first few. */
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
   * Asks the server, again after a while where it is busy or its runner died. Waits as long as the server works, but not for
   * one that answers nothing any more. Stopping `signal` breaks the request off, which is given one that stops then as well.
   * @throws Problem `unavailable` where it cannot be reached, `busy` where it stays busy; {@link OllamaRefusal} on any other error it answers.
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

/** The client would print what is no JSON to standard output, where the command line's answers go. */
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
