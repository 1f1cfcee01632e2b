import { Problem } from '../../domain/problem'
import { OllamaRefusal } from './refusal'

const problem = (what: string, fix: string) => new Problem('unavailable', what, fix)

/** What to tell when a server gave no answer to go by: `error` is what was thrown instead. */
export function unreachable(url: string, error?: unknown): Problem {
  const code = codeOf(error)
  const isForeign =
    error instanceof SyntaxError ||
    (error instanceof OllamaRefusal && error.status === 404) ||
    /^(HPE_|EPROTO|ERR_SSL)/.test(code)
  if (isForeign) {
    return problem(`What answers at ${url} is not Ollama.`, 'Correct the address under Settings.')
  }
  if (error instanceof OllamaRefusal) {
    return problem(
      `Ollama at ${url} answered with an error: ${error.message} (${error.status}).`,
      'See Ollama’s log, or correct the address under Settings.',
    )
  }
  return code === 'ECONNRESET'
    ? problem(
        `The connection to Ollama at ${url} broke off.`,
        'See that Ollama is still running, and try again.',
      )
    : problem(
        `Ollama is not reachable at ${url}.`,
        'Start it, or correct the address under Settings.',
      )
}

/** What to tell where something in the middle of an answer is not what Ollama writes. */
export const unreadable = (url: string): Problem =>
  problem(
    `Ollama at ${url} sent an answer that cannot be read.`,
    'Try again. Where it happens again, restart Ollama, or see whether a proxy stands before it and changes what it sends.',
  )

/** Texts go to the address that was chosen and to no other. */
export const refusedRedirect = (url: string): Problem =>
  problem(
    `What answers at ${url} sends requests on to another address, which is not followed.`,
    'Enter the address of Ollama itself under Settings.',
  )

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
