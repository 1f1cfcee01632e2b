import { z } from 'zod'

/** What a refusal is about, as far as something is to be done about it. */
export type RefusalKind =
  'busy' | 'died' | 'too long' | 'schema' | 'embeds not' | 'not there' | 'other'

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
  if (/exceeds? .*context|too large to process/.test(message)) return 'too long'
  return 'other'
}

const ErrorAnswer = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

/** What an error's answer says in words, also where they are JSON inside a string; undefined where it says nothing. */
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
