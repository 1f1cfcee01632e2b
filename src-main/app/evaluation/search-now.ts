import { Problem } from '../../domain/problem'
import type { Run } from '../../domain/run/run'
import { idOf } from '../../domain/tool/stored-tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { namesInWordsOf } from '../../pipeline/ask'
import { rewriteIntoNeeds } from '../../pipeline/prompts/rewrite-into-needs'
import { recipeOf } from '../../pipeline/recipes/recipe'
import { promptsOf, sourcesOf, type AnyPipeline } from '../../pipeline/stage'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { modelFor } from '../models/connected-model'
import { withWorkspaceModels } from '../models/workspace-models'
import { parseOptions } from '../recipes/recipe-options'
import type { Session } from '../workspaces/session'
import { pastQueriesOf } from './past-queries'
import { hashOfEach, searchHashOf } from './provenance'

/**
 * What a recipe would ask and learn from now, besides catalog and golden queries. Each is absent
 * where it has no part in it.
 */
export interface SearchNow {
  search: string
  model: string | undefined
  prompts: string[]
  history: string | undefined
  fields: string | undefined
}

interface Now {
  session: Session
  catalog: Catalog
  signal: AbortSignal
}

export interface Search extends Pick<Run, 'recipe' | 'options'> {
  /** Left out: the one in use. */
  embedder?: string
}

/**
 * @param context with the models of the workspace
 * @throws Problem where the recipe is gone, or a model that it asks cannot be opened
 */
export async function searchNow(
  context: AppContext,
  now: Now,
  search: Search,
): Promise<SearchNow & { embeds: boolean }> {
  const { session, catalog, signal } = now
  const { pipeline, embedder } = await pipelineNow(context, catalog, search)
  const model = await modelFor(context, pipeline, signal)
  const pause = yieldToEventLoop(context.clock, signal)
  return {
    search: searchHashOf(pipeline),
    model: model?.fingerprint,
    prompts: namesInWordsOf(await session.promptOverrides(), promptsOf(pipeline)),
    history: (await pastQueriesOf(pipeline, catalog, pause))?.provenance.hash,
    fields: await fieldsOf({ pipeline, catalog, embedder }, pause),
    embeds: sourcesOf(pipeline).some(({ embeds }) => embeds),
  }
}

/**
 * The pipeline of a recipe as this Pegboard builds it.
 * @throws Problem where the recipe is gone or does not take these options
 */
export async function pipelineNow(
  { settings, recipes }: Pick<AppContext, 'settings' | 'recipes'>,
  catalog: Catalog,
  search: Search,
): Promise<{ pipeline: AnyPipeline; embedder: string }> {
  const { embedder = (await settings.read()).embedder } = search
  const recipe = recipeOf(recipes, search.recipe)
  const options = parseOptions(recipe, search.options)
  return { pipeline: recipe.build(catalog.kit(embedder), options), embedder }
}

/**
 * Names all that a recipe answers by now, besides catalog and golden queries: with another name,
 * what was measured is of something else.
 */
export async function searchStamp(
  appContext: AppContext,
  { dir, ...now }: Now & { dir: string },
  search: Search,
): Promise<string> {
  const context = withWorkspaceModels(appContext, dir)
  const { embeds, ...asked } = await searchNow(context, now, search)
  const { embedder = (await context.settings.read()).embedder } = search
  const compared = embeds && (await context.embedders.open(embedder, now.signal)).fingerprint
  return JSON.stringify([
    compared,
    asked.search,
    asked.model,
    asked.prompts,
    asked.history,
    asked.fields,
  ])
}

/** That; undefined where it cannot be told, as a model that the recipe asks is not there. */
export async function searchStampIfKnown(
  ...[context, now, search]: Parameters<typeof searchStamp>
): Promise<string | undefined> {
  try {
    return await searchStamp(context, now, search)
  } catch (error) {
    now.signal.throwIfAborted()
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Names what is standardised of the tools; nothing where a recipe does not read it. */
export async function fieldsOf(
  { pipeline, catalog, embedder }: { pipeline: AnyPipeline; catalog: Catalog; embedder: string },
  pause: () => Promise<unknown>,
): Promise<string | undefined> {
  if (!isRewriting(pipeline)) return undefined
  const fields = await catalog.kit(embedder).standardFields.prepare()
  return hashOfEach(
    catalog.tools.map((entry) => fields.own(idOf(entry)) ?? null),
    pause,
  )
}

/**
 * Whether a recipe rewrites queries into needs, which are held against what is standardised of
 * tools.
 */
export const isRewriting = (pipeline: AnyPipeline): boolean =>
  promptsOf(pipeline).some(({ id }) => id === rewriteIntoNeeds.id)
