import { z } from 'zod'
import { Problem } from '../../domain/problem'
import { unreachable, type OllamaServer } from './ollama-server'

/** What is asked first must come fast: a wrong address is to be told from a slow model. */
const LISTING_TIMEOUT_MS = 5000

/** A model on the server. Old servers give no capabilities; models that run elsewhere have a remote host. */
export const OllamaModel = z.object({
  name: z.string(),
  digest: z.string(),
  size: z.number().default(0),
  details: z
    .object({
      family: z.string().default(''),
      families: z.array(z.string()).nullish(),
      parameter_size: z.string().optional(),
    })
    .default({ family: '' }),
  capabilities: z.array(z.string()).nullish(),
  remote_host: z.string().optional(),
})
export type OllamaModel = z.infer<typeof OllamaModel>

const Listing = z.object({ models: z.array(OllamaModel).nullable() })

const Details = z.object({
  capabilities: z.array(z.string()).nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
})
type Details = z.infer<typeof Details>

/** Families that do nothing but embed, for servers that name no capabilities. */
const EMBEDDING_FAMILIES = ['bert', 'nomic-bert', 'nomic-bert-moe', 'xlm-roberta', 'jina-bert-v2']

/** @throws Problem `unavailable` where the server cannot be reached. */
export async function installedModels(
  server: OllamaServer,
  signal: AbortSignal,
): Promise<OllamaModel[]> {
  const timeout = AbortSignal.timeout(LISTING_TIMEOUT_MS)
  const answer: unknown = await server
    .ask((client) => client.list(), AbortSignal.any([signal, timeout]))
    .catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof Problem && !timeout.aborted) throw error
      throw unreachable(server.url, error)
    })
  const listing = Listing.safeParse(answer)
  if (!listing.success) throw unreachable(server.url, new SyntaxError('No list of models.'))
  return listing.data.models ?? []
}

export async function detailsOf(
  server: OllamaServer,
  model: string,
  signal: AbortSignal,
): Promise<Details> {
  const answer: unknown = await server.ask((client) => client.show({ model }), signal)
  const details = Details.safeParse(answer)
  return details.success ? details.data : {}
}

/** Whether a model can embed: by what it says of itself, else by its family. */
export function canEmbed(model: OllamaModel, details: Details = {}): boolean {
  const capabilities = model.capabilities ?? details.capabilities
  if (capabilities) return capabilities.includes('embedding')
  const families = [model.details.family, ...(model.details.families ?? [])]
  return families.some((family) => EMBEDDING_FAMILIES.includes(family))
}

/** Length of the model's vectors, as it says of itself. */
export function dimensionsOf({ model_info: facts }: Details): number | undefined {
  const architecture = facts?.['general.architecture']
  const length =
    facts?.[`${String(architecture)}.embedding_length_out`] ??
    facts?.[`${String(architecture)}.embedding_length`]
  return typeof length === 'number' && length > 0 ? length : undefined
}

/** `nomic-embed-text:latest` is called `nomic-embed-text`, as on Ollama's own command line. */
export const shortName = (model: string): string => model.replace(/:latest$/, '')
