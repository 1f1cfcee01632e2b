import { Problem } from '../../domain/problem'
import type { Embedder, EmbedderInfo, EmbedderSource } from '../../ports/embedder'
import { notInstalled, ollamaEmbedder, type EmbeddingModel } from './ollama-embedder'
import {
  canEmbed,
  detailsOf,
  dimensionsOf,
  installedModels,
  shortName,
  type OllamaModel,
} from './ollama-models'
import { OllamaRefusal, ollamaServer, RETRY_DELAYS_MS, type OllamaServer } from './ollama-server'
import { promptSchemeOf } from './prompt-schemes'

const PREFIX = 'ollama:'
/** Small, good and known to run anywhere: what is advised where nothing is installed. */
const ADVISED_MODEL = 'nomic-embed-text'

/**
 * The embedders of the Ollama server at `url`, which is read each time, as it may change in the settings.
 * Where there are none, the list holds one that is not available, with what to do.
 */
export function ollamaEmbedders(
  url: () => Promise<string> | string,
  retryDelaysMs = RETRY_DELAYS_MS,
): EmbedderSource {
  const server = async () => ollamaServer(await url(), retryDelaysMs)
  return {
    async list(signal) {
      try {
        const models = await embeddingModels(await server(), signal)
        if (models.length > 0) return models.map(infoOf)
        return [absent(`No embedding model is installed. Run: ollama pull ${ADVISED_MODEL}`)]
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return [absent([error.message, error.fix].join(' '))]
      }
    },
    open: async (name, signal) => openEmbedder(await server(), name, signal),
  }
}

const absent = (remark: string): EmbedderInfo => ({
  name: 'ollama',
  title: 'Ollama',
  available: false,
  remark,
})

const infoOf = ({ name, size, details }: OllamaModel): EmbedderInfo => {
  const facts = [details.parameter_size, size > 0 && `${Math.ceil(size / 1e6)} MB`].filter(Boolean)
  const title = shortName(name)
  return {
    name: PREFIX + title,
    title: facts.length > 0 ? `${title} (${facts.join(', ')})` : title,
    available: true,
  }
}

/** Models that run on this server; what is handed on to a remote host would leave the machine. */
async function embeddingModels(server: OllamaServer, signal: AbortSignal): Promise<OllamaModel[]> {
  const models = await installedModels(server, signal)
  const embeds = await Promise.all(
    models.map(async (model) => {
      if (model.remote_host) return false
      if (model.capabilities) return canEmbed(model)
      return canEmbed(model, await detailsOrNone(server, model.name, signal))
    }),
  )
  return models.filter((_, at) => embeds[at])
}

/** A model that cannot be described is judged by its family rather than hiding all the others. */
async function detailsOrNone(server: OllamaServer, model: string, signal: AbortSignal) {
  try {
    return await detailsOf(server, model, signal)
  } catch (error) {
    if (error instanceof OllamaRefusal) return {}
    throw error
  }
}

async function openEmbedder(
  server: OllamaServer,
  name: string,
  signal: AbortSignal,
): Promise<Embedder> {
  const wanted = name.startsWith(PREFIX) ? shortName(name.slice(PREFIX.length)) : ''
  if (wanted === '') {
    throw new Problem(
      'not-found',
      `“${name}” names no embedding model of Ollama.`,
      `Name it like ${PREFIX}${ADVISED_MODEL}.`,
    )
  }
  const models = await installedModels(server, signal)
  const found = models.find((model) => shortName(model.name) === wanted)
  if (!found) throw notInstalled(wanted)
  const details = await detailsOrNone(server, found.name, signal)
  if (found.remote_host || !canEmbed(found, details)) {
    const why = found.remote_host ? 'runs on another machine' : 'cannot embed'
    throw new Problem(
      'unavailable',
      `The model ${wanted} ${why}.`,
      `Choose a model that embeds here, such as ${ADVISED_MODEL}.`,
    )
  }
  const known = {
    model: wanted,
    digest: found.digest,
    dimensions: dimensionsOf(details) ?? 0,
    prompts: promptSchemeOf(wanted),
  }
  return ollamaEmbedder(
    server,
    known.dimensions > 0 ? known : await measured(server, known, signal),
  )
}

/** For models that do not say how long their vectors are: as long as the first one turns out. */
async function measured(server: OllamaServer, model: EmbeddingModel, signal: AbortSignal) {
  const [vector] = await ollamaEmbedder(server, model).embedQueries(['length'], signal)
  return { ...model, dimensions: vector?.length ?? 0 }
}
