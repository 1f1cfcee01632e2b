import { z } from 'zod'
import type { ModelInfo } from '../../domain/model/model'
import { isSameName, ofOllama, shortName } from '../../domain/model/names'
import { Problem } from '../../domain/problem'
import type { ModelServer, PullProgress } from '../../ports/model-server'
import { answerLines } from './answer-lines'
import { notInstalled } from './ollama-embedder'
import {
  architectureContextOf,
  capabilitiesOf,
  contextOf,
  describedModels,
  dimensionsOf,
  LISTING_TIMEOUT_MS,
  type DescribedModel,
  type OllamaModelsKnown,
  type TemplatesOf,
} from './ollama-models'
import {
  ollamaServer,
  PATIENCE,
  whileAnswering,
  type OllamaServer,
  type Patience,
} from './ollama-server'
import { standardTemplates } from './prompt-schemes'
import { OllamaRefusal, unreachable } from './refusal'

/**
 * The models of the Ollama server at `url`, which is read each time, as it may change in the
 * settings.
 */
export function ollamaModelServer(
  url: () => Promise<string> | string,
  patience: Partial<Patience> = {},
  { known = new Map(), templatesOf = async () => undefined }: OllamaModelsKnown = {},
): ModelServer {
  const patient = { ...PATIENCE, ...patience }
  const server = async () => ollamaServer(await url(), patient)
  return {
    async list(signal) {
      const asked = await server()
      const models = await describedModels(asked, known, signal)
      const [version, loaded] = await Promise.all([
        versionOf(asked, signal),
        loadedModels(asked, signal),
      ])
      const infos = models.map(async (model) => ({
        ...infoOf(model, loaded),
        ...(await templatesFor(model, templatesOf)),
      }))
      return { version, models: await Promise.all(infos) }
    },
    pull: async (model, { signal, onProgress }) =>
      pullModel(model, {
        url: await url(),
        lookEveryMs: patient.lookEveryMs,
        signal,
        onProgress,
      }),
    async remove(model, signal) {
      const asked = await server()
      try {
        await asked.ask((client) => client.delete({ model }), signal)
      } catch (error) {
        signal.throwIfAborted()
        throw error instanceof OllamaRefusal ? deletingRefused(model, error) : error
      }
    },
  }
}

function deletingRefused(model: string, error: OllamaRefusal): Problem {
  if (error.kind === 'not there') return notInstalled(model)
  return new Problem(
    'unavailable',
    `Ollama could not delete ${model}: ${error.message}`,
    'See Ollama’s log, then try again.',
  )
}

function infoOf({ model, details }: DescribedModel, loaded: Loaded[]): ModelInfo {
  const running = loaded.find(({ name }) => isSameName(name, model.name))
  const title = shortName(model.name)
  const { parameter_size: parameters, quantization_level: quantization } = model.details
  const capabilities = capabilitiesOf(model, details)
  const embeds = capabilities.includes('embedding')
  return {
    name: ofOllama(title),
    title,
    capabilities,
    isRemote: !!(model.remote_host ?? details.remote_host),
    size: model.size,
    ...(parameters && { parameters }),
    ...(quantization && quantization !== 'unknown' && { quantization }),
    digest: model.digest,
    ...(model.modified_at && { modifiedAt: model.modified_at }),
    ...definedOnly({ contextTokens: embeds ? contextOf(details) : architectureContextOf(details) }),
    ...(embeds && definedOnly({ dimensions: dimensionsOf(details) })),
    ...(running && {
      loaded: definedOnly({ size: running.size, contextTokens: running.context_length }),
    }),
  }
}

async function templatesFor(
  { model, details }: DescribedModel,
  templatesOf: TemplatesOf,
): Promise<Pick<ModelInfo, 'templates'>> {
  if (!capabilitiesOf(model, details).includes('embedding')) return {}
  const standard = standardTemplates(model.name)
  return { templates: { standard, used: (await templatesOf(shortName(model.name))) ?? standard } }
}

/** Without those whose value is undefined. */
const definedOnly = <Values extends Record<string, number | undefined>>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: number
  }

const Loaded = z.object({
  name: z.string(),
  size: z.number().optional(),
  context_length: z.number().optional(),
})
type Loaded = z.infer<typeof Loaded>

const Running = z.object({ models: z.array(Loaded).nullable() })

/** Those in memory; none where the server does not say so, as an old one. */
async function loadedModels(server: OllamaServer, signal: AbortSignal): Promise<Loaded[]> {
  const answer: unknown = await optional(
    (soon) => server.ask((client) => client.ps(), soon),
    signal,
  )
  return Running.safeParse(answer).data?.models ?? []
}

const Version = z.object({ version: z.string() })

async function versionOf(server: OllamaServer, signal: AbortSignal): Promise<string | undefined> {
  const answer: unknown = await optional(
    (soon) => server.ask((client) => client.version(), soon),
    signal,
  )
  return Version.safeParse(answer).data?.version
}

/** What is good to know where it comes soon, and nothing to fail a list for. */
async function optional<Value>(
  ask: (soon: AbortSignal) => Promise<Value>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  try {
    return await ask(AbortSignal.any([signal, AbortSignal.timeout(LISTING_TIMEOUT_MS)]))
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

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

/**
 * Loads a model from the server's registry.
 * @throws Problem with its fix; whatever was stopped with.
 */
async function pullModel(model: string, pulling: Pulling): Promise<void> {
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

/**
 * What is said of a pull that Ollama gave up: by its words, recorded from 0.32.15 but where said.
 */
function pullRefusal(model: string, { message }: OllamaRefusal): Problem {
  const problem = (what: string, fix: string) => new Problem('unavailable', what, fix)
  const registry = /https?:\/\/([^/"\s]+)/.exec(message)?.[1] ?? 'its registry'
  if (/invalid model name/i.test(message)) {
    const fix = 'Write it like bge-m3, qwen3:4b or hf.co/owner/model.'
    return new Problem('bad-input', `“${model}” is no name of a model.`, fix)
  }
  if (/manifest: file does not exist/.test(message)) {
    return new Problem(
      'not-found',
      `The registry knows no model “${model}”.`,
      'Look for its name and tag on https://ollama.com/library.',
    )
  }
  if (/no such host|network is unreachable|dial tcp|i\/o timeout|TLS handshake/i.test(message)) {
    return problem(
      `Ollama cannot reach ${registry}: this machine is offline, or something on the way refuses.`,
      'Connect to the network and pull again, or copy the model from a machine that has it.',
    )
  }
  if (/server gave HTTP response to HTTPS client|certificate/i.test(message)) {
    return problem(
      `Ollama does not trust ${registry}: it answers without encryption, or with a certificate that is not known.`,
      'Pull it in a terminal, if you trust that registry: ollama pull --insecure ' + model,
    )
  }
  // As the operating systems say it; from Ollama's source.
  if (/no space left|not enough space|disk full|quota exceeded/i.test(message)) {
    return new Problem(
      'storage',
      `The disk where Ollama keeps its models is full, so ${model} was not pulled whole.`,
      'Free some space, or delete a model. Pulling again goes on where it stopped.',
    )
  }
  // From Ollama's source as well.
  if (/newer version of ollama/i.test(message)) {
    return problem(`The model ${model} needs a newer Ollama.`, 'Update Ollama, then pull again.')
  }
  return problem(
    `Ollama could not pull ${model}: ${message}`,
    'Pull again: it goes on where it stopped. If that does not help, see Ollama’s log.',
  )
}
