import { z } from 'zod'
import { Problem } from '../../domain/problem'

/** What a refusal is about, as far as something is to be done about it. */
type RefusalKind =
  | 'busy'
  | 'died'
  | 'too long'
  | 'schema'
  | 'embeds not'
  | 'not there'
  | 'no number'
  | 'no memory'
  | 'other'

/** The server answered, but not with what was asked for. */
export class OllamaRefusal extends Error {
  readonly kind: RefusalKind
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
    this.name = 'OllamaRefusal'
    this.kind = kindOf(status, message)
  }
}

/** Recorded from Ollama 0.32.15; what older ones say is taken as well. */
function kindOf(status: number, message: string): RefusalKind {
  if (status === 503) return 'busy'
  if (status === 404) return 'not there'
  if (status === 501 || /does not support embed/i.test(message)) return 'embeds not'
  // A runner that is killed while it works: 400. One that dies while it loads the model: 500.
  if (/\bEOF\b|no longer running|process has terminated|connection reset/i.test(message)) {
    return status === 400 || status >= 500 ? 'died' : 'other'
  }
  if (/JSON schema conversion failed|failed to parse grammar/i.test(message)) return 'schema'
  // Go cannot write what is no finite number: the whole answer is lost for one vector.
  if (NO_NUMBER.test(message)) return 'no number'
  if (/system memory|out of memory|cudaMalloc/i.test(message)) return 'no memory'
  if (/exceeds? .*context|too large to process/.test(message)) return 'too long'
  return 'other'
}

/** As Go says it: `json: unsupported value: NaN`, or `+Inf`. */
const NO_NUMBER = /unsupported value: ([+-]?\w+)/

/**
 * Whether a refusal may be about one text of a request: not of a server that cannot, or may not, do
 * its work.
 */
export const mayBeOfOneText = ({ kind, status }: OllamaRefusal): boolean =>
  kind === 'no number' || (kind === 'other' && [400, 413, 422, 500].includes(status))

/** What a model did, by what the server says of it: `answered NaN`. */
export const whatItDid = ({ message }: OllamaRefusal): string =>
  `answered ${NO_NUMBER.exec(message)?.[1] ?? `“${message.slice(0, LONGEST_SAID)}”`}`

/** Characters of what a server said that are told of one text. */
const LONGEST_SAID = 200

const ErrorAnswer = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

/**
 * What an error's answer says in words, also where they are JSON inside a string; undefined where
 * it says nothing.
 */
export function messageIn(text: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const { data } = ErrorAnswer.safeParse(value)
  if (!data) return undefined
  const { error } = data
  return typeof error === 'string' ? (messageIn(error) ?? error) : error.message
}

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
