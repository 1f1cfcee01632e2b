import { z } from 'zod'
import { Problem } from '../../domain/problem'
import { unitLength } from '../../domain/vector'
import type { OllamaServer } from './ollama-server'

/** Who is asked to embed, and what with. */
export interface Asked {
  server: OllamaServer
  model: string
  /** 0 where it is not known yet. */
  dimensions: number
  contextTokens: number | undefined
  prompt: (text: string) => string
}

/** What the server made of texts: `vectors[i]` belongs to the i-th. */
export interface Embedded {
  vectors: Float32Array[]
  /** Of all texts together, with their prompts, first and last tokens; absent from old servers. */
  tokens: number | undefined
}

const Answer = z.object({
  embeddings: z.array(z.array(z.number())),
  prompt_eval_count: z.number().optional(),
})

/** Embeds texts by one request, which may not cut them. @throws OllamaRefusal, Problem where what comes is no use. */
export async function embedOnce(
  asked: Asked,
  texts: string[],
  signal: AbortSignal,
): Promise<Embedded> {
  const { server, model, prompt } = asked
  const request = { model, input: texts.map(prompt), truncate: false }
  return checked(asked, texts, await server.ask((client) => client.embed(request), signal))
}

/** The vectors in unit length, which old servers do not see to. */
function checked({ model, dimensions }: Asked, texts: string[], given: unknown): Embedded {
  const answer = Answer.safeParse(given)
  const vectors = (answer.data?.embeddings ?? []).map((values) =>
    unitLength(Float32Array.from(values)),
  )
  const sound = (vector: Float32Array) =>
    (dimensions === 0 || vector.length === dimensions) && vector.every(Number.isFinite)
  if (answer.success && vectors.length === texts.length && vectors.every(sound)) {
    return { vectors, tokens: answer.data.prompt_eval_count }
  }
  const fault = !answer.success
    ? 'values that are no numbers'
    : vectors.length === texts.length
      ? `vectors that are not ${dimensions} finite numbers long`
      : `${vectors.length} vectors for ${texts.length} texts`
  throw new Problem(
    'unavailable',
    `Ollama’s model ${model} gave ${fault}.`,
    `Pull it again (ollama pull ${model}), or choose another model.`,
  )
}
