import { setTimeout } from 'node:timers/promises'
import { Ollama } from 'ollama'
import { z } from 'zod'
import { Problem } from '../../domain/problem'

/** Waits before asking a busy server again, in ms. */
export const RETRY_DELAYS_MS: readonly number[] = [250, 500, 1000, 2000, 4000]

/** The server answered, but not with what was asked for. */
export class OllamaRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
    this.name = 'OllamaRefusal'
  }
}

/** One Ollama server. */
export interface OllamaServer {
  url: string
  /**
   * Asks the server, again after a while where it is busy. Stopping `signal` breaks the request off.
   * @throws Problem `unavailable` where it cannot be reached, `busy` where it stays busy; {@link OllamaRefusal} on any other error it answers.
   */
  ask<Answer>(request: (client: Ollama) => Promise<Answer>, signal: AbortSignal): Promise<Answer>
}

export const ollamaServer = (url: string, retryDelaysMs = RETRY_DELAYS_MS): OllamaServer => ({
  url,
  async ask(request, signal) {
    for (const delayMs of [...retryDelaysMs, undefined]) {
      try {
        signal.throwIfAborted()
        return await request(clientOf(url, signal))
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof Problem) throw error
        if (!(error instanceof OllamaRefusal)) throw unreachable(url, error)
        if (error.status !== 503) throw error
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

/** The client's own `abort` stops streams only: the signal goes into every fetch instead. */
const clientOf = (url: string, signal: AbortSignal): Ollama =>
  new Ollama({
    // A server told to listen on all addresses is asked at this machine's own.
    host: url.replace('//0.0.0.0', '//127.0.0.1'),
    fetch: async (input, init) =>
      accepted(await fetch(input, { ...init, signal, redirect: 'manual' }), url),
  })

/** The client would print an error that is no JSON to standard output, where the command line's answers go. */
async function accepted(response: Response, url: string): Promise<Response> {
  if (response.ok) return response
  // Followed, it would take the texts to an address that nobody chose.
  if (response.status >= 300 && response.status < 400) throw redirected(url, response)
  const text = await response.text()
  throw new OllamaRefusal(response.status, messageIn(text) ?? response.statusText)
}

function redirected(url: string, { headers }: Response): Problem {
  const target = URL.parse(headers.get('location') ?? '', url)
  return new Problem(
    'unavailable',
    `What answers at ${url} sends requests on to ${target?.origin ?? 'another address'}, which is not followed.`,
    'Enter the address of Ollama itself under Settings.',
  )
}

function messageIn(text: string): string | undefined {
  try {
    return ErrorAnswer.parse(JSON.parse(text)).error
  } catch {
    return undefined
  }
}

const ErrorAnswer = z.object({ error: z.string() })

/** What to tell when a server gave no answer to go by: `error` is what was thrown instead. */
export function unreachable(url: string, error?: unknown): Problem {
  const problem = (what: string, fix: string) => new Problem('unavailable', what, fix)
  if (error instanceof SyntaxError || (error instanceof OllamaRefusal && error.status === 404)) {
    return problem(`What answers at ${url} is not Ollama.`, 'Correct the address under Settings.')
  }
  if (error instanceof OllamaRefusal) {
    return problem(
      `Ollama at ${url} answered with an error: ${error.message} (${error.status}).`,
      'See Ollama’s log, or correct the address under Settings.',
    )
  }
  switch (codeOf(error)) {
    case 'UND_ERR_HEADERS_TIMEOUT':
      return problem(`Ollama at ${url} took too long over a request.`, 'Choose a smaller model.')
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
      return problem(
        `The connection to Ollama at ${url} broke off.`,
        'See that Ollama is still running, and try again.',
      )
    default:
      return problem(
        `Ollama is not reachable at ${url}.`,
        'Start it, or correct the address under Settings.',
      )
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause
    ? error.cause.code
    : undefined
