import { z } from 'zod'
import type { EmbeddingTemplates } from '../../domain/model/model'
import { Problem } from '../../domain/problem'
import type { OllamaServer } from './ollama-server'
import { OllamaRefusal, unreachable } from './refusal'

/** What is asked first must come fast: a wrong address is to be told from a slow model. */
export const LISTING_TIMEOUT_MS = 5000
/**
 * Models that are asked about at the same time: each answer is read from a disk, in 3 to 40 ms as
 * recorded.
 */
const SHOWN_AT_ONCE = 4

/**
 * A model on the server. Its capabilities are a hint: the listing reads a model's file in haste,
 * and takes one made by `ollama create` for one that chats. Old servers give none; models that run
 * elsewhere have a remote host.
 */
export const OllamaModel = z.object({
  name: z.string(),
  digest: z.string(),
  size: z.number().default(0),
  details: z
    .object({
      family: z.string().default(''),
      families: z.array(z.string()).nullish(),
      parameter_size: z.string().optional(),
      quantization_level: z.string().optional(),
    })
    .default({ family: '' }),
  capabilities: z.array(z.string()).nullish(),
  modified_at: z.string().optional(),
  remote_host: z.string().optional(),
})
export type OllamaModel = z.infer<typeof OllamaModel>

const Listing = z.object({ models: z.array(OllamaModel).nullable() })

const Details = z.object({
  capabilities: z.array(z.string()).nullish(),
  /** Lines of a name and a value: `num_ctx                        256`. */
  parameters: z.string().nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
  remote_host: z.string().optional(),
})
export type Details = z.infer<typeof Details>

/** What the server says of each model, by digest: a model of the same digest is the same. */
export type KnownDetails = Map<string, Details>

/**
 * A person's own templates for a model as Ollama names it in short; undefined where there are none.
 */
export type TemplatesOf = (model: string) => Promise<EmbeddingTemplates | undefined>

/** What the embedders and the list of models of one server have in common. */
export interface OllamaModelsKnown {
  known?: KnownDetails
  templatesOf?: TemplatesOf
}

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

/** A model with what the server says of it when asked. */
export interface DescribedModel {
  model: OllamaModel
  details: Details
}

/** Models with what the server says of each when asked: some at the same time, each once. */
export async function describedModels(
  server: OllamaServer,
  known: KnownDetails,
  signal: AbortSignal,
): Promise<DescribedModel[]> {
  const models = await installedModels(server, signal)
  const soon = AbortSignal.any([signal, AbortSignal.timeout(LISTING_TIMEOUT_MS)])
  const described: DescribedModel[] = []
  const waiting = models.entries()
  const workOff = async () => {
    for (const [at, model] of waiting) {
      const details = await detailsOf(server, model, { known, signal: soon }).catch(() => {
        signal.throwIfAborted()
        // Not described in time: judged by its listing rather than hiding all the others.
        return {}
      })
      described[at] = { model, details }
    }
  }
  await Promise.all(Array.from({ length: SHOWN_AT_ONCE }, workOff))
  return described
}

/** What the server says of a model when asked about it; nothing where it refuses to. */
export async function detailsOf(
  server: OllamaServer,
  { name, digest }: OllamaModel,
  { known, signal }: { known: KnownDetails; signal: AbortSignal },
): Promise<Details> {
  const key = keyOf(server, digest)
  const found = known.get(key)
  if (found) return found
  try {
    const answer: unknown = await server.ask((client) => client.show({ model: name }), signal)
    const details = Details.safeParse(answer).data ?? {}
    // A newer server may say more of the same model.
    if (details.capabilities) remember(known, key, details)
    return details
  } catch (error) {
    if (error instanceof OllamaRefusal) return {}
    throw error
  }
}

const keyOf = ({ url }: Pick<OllamaServer, 'url'>, digest: string): string => `${url} ${digest}`

/** Has the server asked again what it says of a model. */
export const forgetDetails = (
  server: Pick<OllamaServer, 'url'>,
  { digest }: Pick<OllamaModel, 'digest'>,
  known: KnownDetails,
): void => void known.delete(keyOf(server, digest))

/** Models described that are remembered: more than anyone has installed. */
const MOST_KNOWN = 1000

function remember(known: KnownDetails, key: string, { model_info, ...details }: Details): void {
  if (known.size >= MOST_KNOWN) known.clear()
  const facts = Object.entries(model_info ?? {}).filter(([name]) => FACTS.test(name))
  known.set(key, { ...details, model_info: Object.fromEntries(facts) })
}

const FACTS = /^general\.architecture$|\.(context_length|embedding_length(_out)?)$/

/**
 * What a model can do: as the server says when asked, else as its listing has it, else as its
 * family lets one guess.
 */
export function capabilitiesOf(model: OllamaModel, details: Details): string[] {
  const capabilities = details.capabilities ?? model.capabilities
  if (capabilities) return capabilities
  const families = [model.details.family, ...(model.details.families ?? [])]
  const embeds = families.some((family) => EMBEDDING_FAMILIES.includes(family))
  return [embeds ? 'embedding' : 'completion']
}

/**
 * Whether a model can do it: by what is said of it when asked, else by its listing; undefined where
 * nothing is said.
 */
export function canDo(
  capability: 'completion' | 'tools' | 'thinking',
  model: OllamaModel,
  details: Details,
): boolean | undefined {
  return (details.capabilities ?? model.capabilities)?.includes(capability)
}

/** Whether a model can embed. */
export const canEmbed = (model: OllamaModel, details: Details): boolean =>
  capabilitiesOf(model, details).includes('embedding')

/** Length of the model's vectors, as it says of itself. */
export const dimensionsOf = (details: Details): number | undefined =>
  factOf(details, 'embedding_length_out') ?? factOf(details, 'embedding_length')

/**
 * The tokens the model takes in, the first and the last one counted: as its parameters or its
 * architecture have it, whichever is less.
 */
export function contextOf(details: Details): number | undefined {
  const least = Math.min(
    loadedContextOf(details) ?? Infinity,
    architectureContextOf(details) ?? Infinity,
  )
  return least === Infinity ? undefined : least
}

/**
 * What a model that chats reads and writes at most, by its architecture; its `num_ctx` parameter is
 * but what it is loaded with.
 */
export const architectureContextOf = (details: Details): number | undefined =>
  factOf(details, 'context_length')

/** The context that the model's own parameters load it with. */
export const loadedContextOf = ({ parameters }: Details): number | undefined =>
  Number(/^num_ctx\s+(\d+)\s*$/m.exec(parameters ?? '')?.[1] ?? 0) || undefined

function factOf({ model_info: facts }: Details, name: string): number | undefined {
  const value = facts?.[`${String(facts['general.architecture'])}.${name}`]
  return typeof value === 'number' && value > 0 ? value : undefined
}
