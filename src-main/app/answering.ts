import type { ParsedInput } from '../contract/routes'
import { queryOf, type ToolSet } from '../domain/query'
import type { JsonObject } from '../domain/tool'
import type { ToolFilter } from '../pipeline/kit'
import { FilterOptions } from '../pipeline/recipes/options'
import type { Recipe } from '../pipeline/recipes/recipe'
import { recipeOf } from '../pipeline/recipes/registry'
import { withPaths, type PathStep } from '../pipeline/record'
import { emptyTally, prepare, run, type Recording, type RunCall } from '../pipeline/runner'
import { sourcesOf, type ToolSelection } from '../pipeline/stage'
import { watched } from '../pipeline/watch'
import type { Call } from './app'
import type { Catalog } from './catalog'
import { prepareCall } from './prepare-call'
import type { AppContext } from './handlers'
import { parseOptions } from './recipe-options'

/** A recipe ready to answer queries. */
export interface Prepared {
  recipe: Recipe
  options: JsonObject
  /** The embedder's name, where the recipe compares embeddings. */
  embedder: string | undefined
  catalog: Catalog
  pipeline: ToolSelection
  filter: ToolFilter
  /** What every run of it is made with. */
  runWith: Pick<RunCall, 'clock' | 'admitted' | 'ask' | 'sharing' | 'k'>
}

interface RecipeInput extends Pick<
  ParsedInput<'query.run'>,
  'dir' | 'recipe' | 'options' | 'k' | 'embedder'
> {
  /** Held open by the caller, see {@link Session.withCatalog}. */
  catalog: Catalog
}

/** Everything that must be there before a query is run: the options checked, indexes built. */
export async function prepareRecipe(
  context: AppContext,
  { catalog, ...input }: RecipeInput,
  call: Call,
): Promise<Prepared> {
  const { settings, clock } = context
  const recipe = recipeOf(input.recipe)
  const options = parseOptions(recipe, input.options)
  const chosen = await settings.read()
  const embedder = input.embedder ?? chosen.embedder
  const kit = catalog.kit(embedder)
  const pipeline = recipe.build(kit, options)
  await prepare(pipeline, prepareCall(context, input.dir, call))
  const filter = FilterOptions.parse(options)
  return {
    recipe,
    options,
    embedder: sourcesOf(pipeline).some(({ embeds }) => embeds) ? embedder : undefined,
    catalog,
    pipeline,
    filter,
    runWith: {
      clock,
      k: input.k ?? chosen.k,
      admitted: kit.among(filter).tools,
      ask: context.model?.ask,
      sharing: catalog.sharing(JSON.stringify([embedder, context.model?.fingerprint])),
    },
  }
}

/** What one query gave. */
export interface Answer {
  set: ToolSet
  /** None where nothing was recorded. */
  steps: PathStep[]
  degraded: string[]
  /** Texts of which only the beginning could be taken in. */
  shortened: string[]
  latencyMs: number
}

/** How much of a run is written down: nothing, its steps, or also what searches found beyond their depth. */
export type Record = 'nothing' | 'steps' | 'explained steps'

/** Runs one query. */
export async function answerQuery(
  { runWith, pipeline }: Prepared,
  { text, signal, record }: { text: string; signal: AbortSignal; record: Record },
): Promise<Answer> {
  const { clock } = runWith
  const recording: Recording | undefined =
    record === 'nothing' ? undefined : { steps: [], explaining: record === 'explained steps' }
  const tally = emptyTally()
  const startedMs = clock.elapsedMs()
  const set = await watched({ signal, clock }, (watch, either) =>
    run(pipeline, queryOf(text), { ...runWith, signal: either, watch, recording, tally }),
  )
  const latencyMs = clock.elapsedMs() - startedMs
  const { degraded, shortened } = tally
  return { set, steps: withPaths(recording?.steps ?? []), degraded, shortened, latencyMs }
}
