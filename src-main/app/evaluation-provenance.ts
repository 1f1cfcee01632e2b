import { createHash, type Hash } from 'node:crypto'
import type { GoldenQuery } from '../domain/golden-set'
import type { Provenance, Run } from '../domain/run'
import { BOOTSTRAP_SEED } from '../evaluation/statistics'
import { promptName } from '../pipeline/prompt'
import { promptsOf, type ToolSelection } from '../pipeline/stage'
import type { Catalog } from './catalog'
import type { AppContext } from './handlers'
import type { Session } from './session'

/** What shapes a run's figures beside what {@link Provenance} names. */
export type Measurement = Pick<
  Run,
  'goldenSet' | 'sample' | 'recipe' | 'options' | 'size' | 'k' | 'tokenizer'
> & { catalogHash: string; goldenHash: string }

/** What a pipeline compares embeddings with, and asks. */
export interface Models {
  pipeline: ToolSelection
  /** The embedder's name, where embeddings are compared. */
  embedder: string | undefined
}

/** What it takes to measure again and get the same figures. @throws Problem `unavailable` where the embedder is not there. */
export async function provenanceOf(
  { about, embedders, model }: Pick<AppContext, 'about' | 'embedders' | 'model'>,
  measurement: Measurement,
  { pipeline, embedder, signal }: Models & { signal: AbortSignal },
): Promise<Provenance> {
  const prompts = promptsOf(pipeline).map(promptName)
  const { goldenHash } = measurement
  const shaping = {
    version: about.version,
    goldenHash,
    ...(embedder !== undefined && {
      embedder: (await embedders.open(embedder, signal)).fingerprint,
    }),
    ...(prompts.length > 0 && model && { model: model.fingerprint }),
    prompts,
    seed: BOOTSTRAP_SEED,
  }
  return { cell: hashOf([{ ...shaping, ...measurement }]), ...shaping }
}

/** Of the queries with their labels, in their order. */
export const goldenHashOf = (queries: readonly GoldenQuery[]): string =>
  hashOf(queries.map(({ id, text, tools, grades }) => ({ id, text, tools, grades })))

/** Of all that recipes read: the tools with their author's layers, and past bundles. */
export async function catalogHashOf({ tools }: Catalog, { store }: Session): Promise<string> {
  return hashOf([...tools, ...(await store.read('bundles')).bundles])
}

function hashOf(parts: Iterable<unknown>): string {
  const hash: Hash = createHash('sha256')
  for (const part of parts) hash.update(JSON.stringify(part)).update('\n')
  return hash.digest('hex').slice(0, 32)
}
