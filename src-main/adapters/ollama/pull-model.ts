import { z } from 'zod'
import { Problem } from '../../domain/problem'
import type { PullProgress } from '../../ports/model-server'
import { answerLines } from './answer-lines'
import { pullRefusal } from './pull-refusal'
import { OllamaRefusal } from './refusal'
import { unreachable } from './unreachable'
import { whileAnswering } from './while-answering'

const Status = z.object({
  status: z.string(),
  digest: z.string().optional(),
  total: z.number().optional(),
  completed: z.number().optional(),
})

/** Characters of a digest that Ollama itself shows. */
const SHOWN_DIGEST = 12

interface Pulling {
  url: string
  lookEveryMs: number
  signal: AbortSignal
  onProgress: (progress: PullProgress) => void
}

/** Loads a model from the server's registry. @throws Problem with its fix; whatever was stopped with. */
export async function pullModel(model: string, pulling: Pulling): Promise<void> {
  const { signal, url } = pulling
  try {
    const isWhole = await whileAnswering(pulling, (either) => follow(model, pulling, either))
    if (!isWhole) throw brokenOff(model)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Problem) throw error
    // A server without the route is none of Ollama's.
    const isAnswer = error instanceof OllamaRefusal && error.status !== 404
    if (isAnswer) throw pullRefusal(model, error)
    throw isReset(error) ? brokenOff(model) : unreachable(url, error)
  }
}

/** Whether it came to its end. */
async function follow(
  model: string,
  { url, onProgress }: Pulling,
  signal: AbortSignal,
): Promise<boolean> {
  let isWhole = false
  for await (const line of answerLines({ url, path: '/api/pull', body: { model }, signal })) {
    const { data } = Status.safeParse(line)
    if (!data) throw new SyntaxError('A line of a pull that tells no status.')
    const { status, digest, total, completed } = data
    isWhole = status === 'success'
    onProgress({
      status,
      // Left out while nothing of a layer is there.
      ...(digest && { layer: digest.replace(/^sha256:/, '').slice(0, SHOWN_DIGEST) }),
      ...(total !== undefined && { total, done: completed ?? 0 }),
    })
  }
  return isWhole
}

const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

const brokenOff = (model: string): Problem =>
  new Problem(
    'unavailable',
    `Pulling ${model} broke off: Ollama ended the connection.`,
    'See that Ollama is running, and pull again: it goes on where it stopped.',
  )
