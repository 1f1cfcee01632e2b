import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { capabilitiesOf, fullName, limitOf, type FakeModel } from './models'
import { Refusal } from './requests'
import type { FakeOllama } from './fake-ollama'

export interface EmbedRequest {
  model: string
  /** As texts, whichever way they were written. */
  input: string[]
  truncate: boolean
  numCtx: number | undefined
}

/** What was requested. @throws Refusal where a field is of the wrong type. */
export function embedRequest(body: Record<string, unknown>): EmbedRequest {
  const { model = '', input = [], truncate = true, keep_alive, options } = body
  if (typeof truncate !== 'boolean') {
    const field = 'json: cannot unmarshal string into Go struct field EmbedRequest.truncate'
    throw new Refusal(400, `${field} of type bool`)
  }
  if (typeof keep_alive === 'string' && !/^-?\d+(ms|s|m|h)?$/.test(keep_alive)) {
    throw new Refusal(400, `time: invalid duration "${keep_alive}"`)
  }
  const texts: unknown[] = Array.isArray(input) ? input : input === '' ? [] : [input]
  if (!texts.every((text) => typeof text === 'string')) throw new Refusal(400, 'invalid input type')
  const { num_ctx } = (options ?? {}) as Record<string, unknown>
  if (num_ctx !== undefined && typeof num_ctx !== 'number') {
    throw new Refusal(500, 'option "num_ctx" must be of type integer')
  }
  return { model: model as string, input: texts, truncate, numCtx: num_ctx }
}

/** @throws Refusal where there is none. */
export function modelOf({ models }: FakeOllama, name: string): FakeModel {
  if (name === '') throw new Refusal(404, "model '' not found")
  const model = models.find((each) => fullName(each.name) === fullName(name))
  if (!model) throw new Refusal(404, `model "${name}" not found, try pulling it first`)
  return model
}

/** Loads the model where it is not. @throws Refusal where more wait for it than the queue holds. */
export async function load(fake: FakeOllama, model: FakeModel): Promise<number> {
  if (fake.loaded.has(model.name)) return 1_000_000
  // One is being loaded for, the others wait.
  if (fake.loading.now > fake.maxQueue) {
    throw new Refusal(503, 'server busy, please try again.  maximum pending requests exceeded')
  }
  fake.loading.now++
  await setTimeout(fake.loadMs)
  fake.loading.now--
  fake.loaded.add(model.name)
  return 1_000_000 + fake.loadMs * 1_000_000
}

/** The vectors, as the runner makes them. @throws Refusal where it cannot, or dies of it. */
export async function embedded(
  fake: FakeOllama,
  model: FakeModel,
  { model: name, input, truncate, numCtx }: EmbedRequest,
) {
  if (!(capabilitiesOf(model) ?? ['embedding']).includes('embedding')) {
    const why = 'This server does not support embeddings. Start it with `--embeddings`'
    throw new Refusal(501, why)
  }
  if (fake.runnerDies > 0) {
    fake.runnerDies--
    fake.loaded.delete(model.name)
    throw new Refusal(400, fake.lastWords)
  }
  const limit = Math.min(numCtx ?? limitOf(model), model.contextTokens)
  const texts = input.map(tokensOf)
  if (!truncate && texts.some(({ length }) => length + 2 > limit)) {
    throw new Refusal(400, 'the input length exceeds the context length')
  }
  await setTimeout(fake.msPerText * input.length)
  if (input.some((text) => fake.makesNaN?.(text))) {
    throw new Refusal(500, 'failed to encode response: json: unsupported value: NaN')
  }
  fake.embedded.push({ model: name, input, truncate })
  const kept = texts.map((tokens) => tokens.slice(0, limit - 2))
  return {
    embeddings: kept.map((tokens, at) =>
      fake.writesNull?.(input[at] ?? '')
        ? Array<null>(model.dimensions).fill(null)
        : hashVector(`${model.digest} ${tokens.join(' ')}`, model.dimensions),
    ),
    promptTokens: kept.reduce((sum, { length }) => sum + length + 2, 0),
  }
}

/** Words and single marks: what a tokenizer of words makes of plain English. */
const tokensOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu) ?? []

/** Unit length; the same text gives the same vector. */
function hashVector(text: string, dimensions: number): number[] {
  const values = Array.from({ length: dimensions }, (_, at) => {
    const hash = createHash('sha256').update(`${at} ${text}`).digest()
    return hash.readInt32BE() / 2 ** 31
  })
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}

/** The first so many values in unit length; all of them where there are no more. */
export function shortened(vector: number[], dimensions: number): number[] {
  if (dimensions <= 0 || dimensions >= vector.length) return vector
  const first = vector.slice(0, dimensions)
  const length = Math.hypot(...first)
  return first.map((value) => value / length)
}
