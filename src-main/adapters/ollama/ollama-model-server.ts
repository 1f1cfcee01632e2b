import { z } from 'zod'
import type { ModelInfo } from '../../domain/model/model'
import { isSameName, ofOllama, shortName } from '../../domain/model/names'
import { Problem } from '../../domain/problem'
import type { ModelServer } from '../../ports/model-server'
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
import { ollamaServer, PATIENCE, type OllamaServer, type Patience } from './ollama-server'
import { standardTemplates } from './prompt-schemes'
import { pullModel } from './pull-model'
import { OllamaRefusal } from './refusal'

/** The models of the Ollama server at `url`, which is read each time, as it may change in the settings. */
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
