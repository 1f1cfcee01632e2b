import { Problem } from '../../domain/problem'
import type { Embedder, EmbedderInfo, EmbedderSource } from '../../ports/embedder'
import { notInstalled, ollamaEmbedder, type EmbeddingModel } from './ollama-embedder'
import {
  canEmbed,
  contextOf,
  detailsOf,
  dimensionsOf,
  embeddingModels,
  installedModels,
  isSameName,
  shortName,
  type KnownDetails,
  type OllamaModel,
} from './ollama-models'
import { ollamaServer, PATIENCE, type OllamaServer, type Patience } from './ollama-server'
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
  patience: Partial<Patience> = {},
): EmbedderSource {
  const server = async () => ollamaServer(await url(), { ...PATIENCE, ...patience })
  const known: KnownDetails = new Map()
  return {
    async list(signal) {
      try {
        const models = await embeddingModels(await server(), known, signal)
        if (models.length > 0) return models.map(infoOf)
        return [absent(`No embedding model is installed. Run: ollama pull ${ADVISED_MODEL}`)]
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return [absent([error.message, error.fix].join(' '))]
      }
    },
    open: async (name, signal) => openEmbedder(await server(), name, { known, signal }),
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

interface Opening {
  known: KnownDetails
  signal: AbortSignal
}

async function openEmbedder(
  server: OllamaServer,
  name: string,
  { known, signal }: Opening,
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
  const found = models.find((model) => isSameName(model.name, wanted))
  if (!found) throw notInstalled(wanted)
  const details = await detailsOf(server, found, { known, signal })
  if (found.remote_host || !canEmbed(found, details)) {
    const why = found.remote_host ? 'runs on another machine' : 'cannot embed'
    throw new Problem(
      'unavailable',
      `The model ${wanted} ${why}.`,
      `Choose a model that embeds here, such as ${ADVISED_MODEL}.`,
    )
  }
  const model = {
    model: shortName(found.name),
    digest: found.digest,
    dimensions: dimensionsOf(details) ?? 0,
    contextTokens: contextOf(details),
    prompts: promptSchemeOf(wanted),
  }
  return ollamaEmbedder(
    server,
    model.dimensions > 0 ? model : await measured(server, model, signal),
  )
}

/** For models that do not say how long their vectors are: as long as the first one turns out. */
async function measured(server: OllamaServer, model: EmbeddingModel, signal: AbortSignal) {
  const [vector] = await ollamaEmbedder(server, model).embedQueries(['length'], signal)
  return { ...model, dimensions: vector?.length ?? 0 }
}
