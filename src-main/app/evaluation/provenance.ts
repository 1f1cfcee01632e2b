import { createHash } from 'node:crypto'
import type { GoldenQuery } from '../../domain/query/golden-set'
import type { Provenance, Run } from '../../domain/run/run'
import { BOOTSTRAP_SEED } from '../../domain/measure/method'
import { promptsOf, shapeOf, type AnyPipeline } from '../../pipeline/stage'
import { namesInWordsOf, NO_PROMPT_OVERRIDES, type PromptOverrides } from '../../pipeline/ask'
import type { Catalog } from '../workspaces/catalog'
import type { Cell } from './cells'
import { modelFor } from '../models/connected-model'
import type { AppContext } from '../context'

/** What shapes a run's figures besides what {@link Provenance} names. */
export type Measurement = Pick<
  Run,
  | 'goldenSet'
  | 'sample'
  | 'split'
  | 'recipe'
  | 'options'
  | 'size'
  | 'k'
  | 'tokenizer'
  | 'catalogSize'
> & {
  catalogHash: string
  goldenHash: string
  history?: Provenance['history']
  fields?: string
  labelled?: string
  /** Of the queries that the workspace says itself, which are told apart. */
  leaks?: string
  /** Of the queries that name no tool, which are asked besides. */
  negatives?: string
}

/**
 * What it takes to measure again and get the same figures.
 * @throws Problem `unavailable` where the embedder or the model is not there.
 */
export async function provenanceOf(
  context: Pick<
    AppContext,
    'about' | 'embedders' | 'languageModels' | 'settings' | 'storedAnswers'
  >,
  measurement: Measurement,
  {
    pipeline,
    embedder,
    embeds,
    promptOverrides = NO_PROMPT_OVERRIDES,
    signal,
  }: Cell & { promptOverrides?: PromptOverrides; signal: AbortSignal },
): Promise<Provenance> {
  const { about, embedders } = context
  const model = await modelFor(context, pipeline, signal)
  const prompts = namesInWordsOf(promptOverrides, promptsOf(pipeline))
  const shaping = {
    version: about.version,
    search: searchHashOf(pipeline),
    goldenHash: measurement.goldenHash,
    ...(embeds && { embedder: (await embedders.open(embedder, signal)).fingerprint }),
    ...(model && { model: model.fingerprint }),
    prompts,
    ...(measurement.history && { history: measurement.history }),
    seed: BOOTSTRAP_SEED,
  }
  const cell = createHash('sha256').update(JSON.stringify({ ...shaping, ...measurement }))
  const { catalogHash } = measurement
  return { cell: shortened(cell.digest('hex')), ...shaping, catalogHash }
}

/** Of the stages and all their settings. */
export const searchHashOf = (pipeline: AnyPipeline): string =>
  shortened(createHash('sha256').update(shapeOf(pipeline)).digest('hex'))

type Pause = () => Promise<unknown>

/** Of the queries with their labels, in their order. */
export const goldenHashOf = (queries: readonly GoldenQuery[], pause: Pause): Promise<string> =>
  hashOfEach(
    // Without turns before it, a query is hashed as it always was.
    queries.map(({ id, text, tools, grades, turns }) => ({ id, text, tools, grades, turns })),
    pause,
  )

/**
 * Of the tools with their author's layers, and of what servers say of themselves where any does.
 * What recipes read of logged queries is told apart, see {@link Provenance}.
 */
export async function catalogHashOf({ tools, servers }: Catalog, pause: Pause): Promise<string> {
  const said = [...(await servers())]
  return hashOfEach(said.length > 0 ? [...tools, said] : tools, pause)
}

export async function hashOfEach(parts: readonly unknown[], pause: Pause): Promise<string> {
  const hash = createHash('sha256')
  for (const part of parts) {
    await pause()
    hash.update(JSON.stringify(part)).update('\n')
  }
  return shortened(hash.digest('hex'))
}

/** 128 bits: no two that differ will ever meet. */
const shortened = (digest: string): string => digest.slice(0, 32)
