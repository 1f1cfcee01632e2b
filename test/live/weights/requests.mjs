// Reads what is sent, and refuses it as Ollama does where it is something else.
import { z } from 'zod'
import { Refusal } from './refusal.mjs'

const integer = z.int().optional()
const float32 = z.number().optional()

const Options = z.object({
  num_ctx: integer,
  num_predict: integer,
  seed: integer,
  top_k: integer,
  repeat_last_n: integer,
  temperature: float32,
  top_p: float32,
  repeat_penalty: float32,
})

const ShowRequest = z.object({ model: z.string().default('') })

const ChatRequest = z.object({
  model: z.string().default(''),
  messages: z
    .array(z.object({ role: z.string(), content: z.string().default('') }))
    .nullish()
    .transform((messages) => messages ?? []),
  stream: z.boolean().default(true),
  format: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  tools: z.array(z.unknown()).nullish(),
  think: z.union([z.boolean(), z.string()]).nullish(),
  options: Options.default({}),
})
/** @typedef {z.infer<typeof ChatRequest>} ChatRequest */

const EmbedRequest = z.object({
  model: z.string().default(''),
  input: z.union([z.string(), z.array(z.string())]).default(''),
  truncate: z.boolean().default(true),
  options: Options.default({}),
})
/** @typedef {z.infer<typeof EmbedRequest>} EmbedRequest */

/** @param {import('node:http').IncomingMessage} request */
export const showRequest = (request) => read(ShowRequest, request)

/** @param {import('node:http').IncomingMessage} request */
export async function chatRequest(request) {
  const asked = await read(ChatRequest, request)
  const { format } = asked
  if (typeof format === 'string' && format !== '' && format !== 'json') {
    const given = JSON.stringify(JSON.stringify(format))
    const why = `invalid format: ${given}; expected "json" or a valid JSON Schema object`
    throw new Refusal(500, why)
  }
  return asked
}

/** @param {import('node:http').IncomingMessage} request */
export const embedRequest = (request) => read(EmbedRequest, request)

/**
 * @template {z.ZodType} Schema
 * @param {Schema} schema
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<z.infer<Schema>>}
 */
async function read(schema, request) {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  const { data, error } = schema.safeParse(jsonIn(text))
  if (!error) return data
  const [{ path, message } = { path: [], message: '' }] = error.issues
  const [field, option] = path.map(String)
  if (field === 'options' && option !== undefined) {
    const type = ['temperature', 'top_p', 'repeat_penalty'].includes(option) ? 'float32' : 'integer'
    throw new Refusal(500, `option "${option}" must be of type ${type}`)
  }
  throw new Refusal(400, `json: cannot unmarshal ${path.join('.')}: ${message}`)
}

/** @param {string} text @returns {unknown} */
function jsonIn(text) {
  if (text === '') throw new Refusal(400, 'missing request body')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal(400, error instanceof Error ? error.message : 'unexpected EOF')
  }
}
