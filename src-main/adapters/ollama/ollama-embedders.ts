import { inOllama, isSameName, ofOllama, shortName } from '../../domain/model/names'
import { Problem } from '../../domain/problem'
import type { Embedder, EmbedderSource } from '../../ports/embedder'
import { notInstalled, ollamaEmbedder, type EmbeddingModel } from './ollama-embedder'
import {
  canEmbed,
  contextOf,
  detailsOf,
  dimensionsOf,
  forgetDetails,
  installedModels,
  type KnownDetails,
  type OllamaModelsKnown,
  type TemplatesOf,
} from './ollama-models'
import { ollamaServer, PATIENCE, type OllamaServer, type Patience } from './ollama-server'
import { plainFetch } from './plain-fetch'
import { promptSchemeOf } from './prompt-schemes'

/** Small, good and known to run anywhere: what is advised where nothing is installed. */
const ADVISED_MODEL = 'nomic-embed-text'

/**
 * The embedders of the Ollama server at `url`, which is read each time, as it may change in the
 * settings.
 */
export const ollamaEmbedders = (
  url: () => Promise<string> | string,
  patience: Partial<Patience> = {},
  { known = new Map(), templatesOf = async () => undefined }: OllamaModelsKnown = {},
): EmbedderSource => ({
  async open(name, signal) {
    const server = ollamaServer(await url(), { ...PATIENCE, ...patience })
    return openEmbedder(server, name, { known, templatesOf, signal })
  },
  async isThere(_, signal) {
    const address = await url()
    return plainFetch(signal)(`${address}/api/version`).then(
      () => undefined,
      () => answersNothing(address),
    )
  },
})

const answersNothing = (url: string): Problem =>
  new Problem(
    'unavailable',
    `Ollama does not answer at ${url}.`,
    'See whether it or its machine hangs, and restart it.',
  )

interface Opening {
  known: KnownDetails
  templatesOf: TemplatesOf
  signal: AbortSignal
}

async function openEmbedder(
  server: OllamaServer,
  name: string,
  { known, templatesOf, signal }: Opening,
): Promise<Embedder> {
  const wanted = shortName(inOllama(name) ?? '')
  if (wanted === '') {
    throw new Problem(
      'not-found',
      `“${name}” names no embedding model of Ollama.`,
      `Name it like ${ofOllama(ADVISED_MODEL)}.`,
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
    prompts: promptSchemeOf(wanted, await templatesOf(shortName(found.name))),
    onOtherLength: () => forgetDetails(server, found, known),
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
