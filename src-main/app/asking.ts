import type { ParsedInput } from '../contract/routes'
import { queryOf, type ToolSet } from '../domain/query'
import type { TraceStep } from '../domain/trace'
import type { Recipe } from '../pipeline/recipes/recipe'
import { recipeOf } from '../pipeline/recipes/registry'
import type { Pipeline } from '../pipeline/stage'
import type { Call } from './app'
import type { Catalog } from './catalog'
import { embedCall } from './embed-call'
import type { AppContext } from './handlers'
import { parseOptions, type RecipeOptions } from './recipe-options'

export interface Prepared {
  recipe: Recipe
  options: RecipeOptions
  catalog: Catalog
  pipeline: Pipeline
  /** The same recipe with other options. */
  build(options: Partial<RecipeOptions>): Pipeline
}

type RecipeInput = Pick<ParsedInput<'query.run'>, 'dir' | 'recipe' | 'options' | 'k' | 'embedder'>

/** Everything a query needs before it is asked: the catalog read, the options checked, indexes built. */
export async function prepare(
  { sessions, settings, notify }: AppContext,
  input: RecipeInput,
  call: Call,
): Promise<Prepared> {
  const recipe = recipeOf(input.recipe)
  const { k } = input
  const options = parseOptions(recipe, { ...input.options, ...(k !== undefined && { k }) })
  const session = await sessions.of(input.dir)
  const catalog = await session.catalog()
  const knowledgeBase = catalog.knowledgeBase(input.embedder ?? (await settings.read()).embedder)
  await recipe.index({ knowledgeBase }, options, embedCall({ notify }, session.store.dir, call))
  const build = (changed: Partial<RecipeOptions>) =>
    recipe.build({ knowledgeBase }, { ...options, ...changed })
  return { recipe, options, catalog, pipeline: build({}), build }
}

export interface Answer {
  set: ToolSet
  trace: TraceStep[]
  degraded: string[]
  latencyMs: number
}

/** Asks one query with its trace kept. */
export async function ask(
  { clock }: Pick<AppContext, 'clock'>,
  pipeline: Pipeline,
  { text, signal }: { text: string; signal: AbortSignal },
): Promise<Answer> {
  const trace: TraceStep[] = []
  const degraded: string[] = []
  const started = clock.elapsedMs()
  const set = await pipeline.run(queryOf(text), { signal, clock, trace, degraded })
  return { set, trace, degraded, latencyMs: clock.elapsedMs() - started }
}
