import { worksWith } from '../recipes/works-with'
import { requireDevelopment } from '../golden/set-uses'
import { z } from 'zod'
import { Problem } from '../../domain/problem'
import { hasEffect, sameOption, sizeWith, type OptionMeta } from '../../domain/recipe/option'
import type { GoldenQuery } from '../../domain/query/golden-set'
import type { SettingTrial, TriedSettings } from '../../domain/recipe/trial'
import {
  FEWEST_COMPARED,
  FEWEST_LEARNED,
  FEWEST_TRIED,
  MOST_TRIED,
} from '../../domain/recipe/trial-text'
import { RecipeOptions } from '../../domain/recipe/choice'
import type { JsonObject } from '../../domain/tool/tool'
import { largestSet } from '../../domain/run/operating-point'
import { mended } from '../../evaluation/compare'
import { afterSelection } from '../../evaluation/statistics/after-selection'
import { chooseByFolds } from '../../evaluation/statistics/choose-by-folds'
import { estimate, meanOf } from '../../evaluation/statistics/statistics'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { recipeOf, type Recipes } from '../../pipeline/recipes/recipe'
import type { Kit } from '../../pipeline/kit'
import type { Recipe } from '../../pipeline/recipes/recipe'
import { promptsOf, sourcesOf } from '../../pipeline/stage'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { indexDocuments } from '../knowledge/index-documents'
import { moveFirst } from '../knowledge/move-first'
import { workspaceSettings } from '../models/workspace-models'
import { parseOptions } from '../recipes/recipe-options'
import { embedderTitle, readsWhat } from '../../domain/model/names'
import type { Session } from '../workspaces/session'
import { storedDocuments } from '../knowledge/stored-documents'
import type { MeasuredRuns } from './measured-runs'
import { otherRecipes } from './other-recipes'
import { KNOWS_GIVEN, loggedRows } from './logged-rows'
import { recallOfVariants } from './variants'
import type { Variant } from '../../domain/experiment/plan'
import { Dir } from '../../contract/workspace'

export const EvaluationTrySettingsInput = z.object({
  dir: Dir,
  goldenSet: z.string().optional().meta({
    title: 'name',
    description:
      'the golden set to try them on: at most 200 of its queries; default: what was logged',
  }),
  recipe: z.string().describe('the recipe, by its id'),
  options: RecipeOptions.default({}).describe('options of the recipe as they are now'),
  k: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('how many tools; default: that of the workspace'),
  embedder: z.string().optional().meta({
    title: 'name',
    description:
      'try this embedder (instant, sentences or ollama:MODEL) in place of other settings; what it has not embedded yet is embedded first',
  }),
})
export type EvaluationTrySettingsInput = z.output<typeof EvaluationTrySettingsInput>

type Context = AppContext & { measured: MeasuredRuns }

const rowsToAsk = (
  { session, catalog }: { session: Session; catalog: Catalog },
  goldenSet: string | undefined,
): Promise<GoldenQuery[]> =>
  goldenSet === undefined ? loggedRows(catalog) : developmentRows(session, goldenSet)

async function developmentRows(session: Session, goldenSet: string): Promise<GoldenQuery[]> {
  await requireDevelopment(session, goldenSet)
  return session.goldenQueries(goldenSet)
}

/**
 * Tools whose documents are embedded otherwise for a trial: of more, time and space are not spent
 * unasked.
 */
const MOST_EMBEDDED_AGAIN = 10_000

/**
 * Tries other settings of a recipe on golden or logged queries, bounded, and keeps nothing: what is
 * better is told, never switched on.
 * @throws Problem `bad-input` where there are too few queries, a model would be asked, or one would
 * have to embed the catalog first.
 */
export async function trySettings(
  context: Context,
  { dir, goldenSet, recipe: id, options, k: given, embedder }: EvaluationTrySettingsInput,
  call: Call,
): Promise<SettingTrial> {
  const recipe = recipeOf(context.recipes, id)
  const session = await context.sessions.of(dir)
  if (embedder === undefined) await moveFirst(context, dir, call)
  const catalog = await session.catalog()
  const models = await workspaceSettings(context, dir)
  const wanted = given ?? (await worksWith(context, dir)).k
  // Beyond what one search gives, others would be given more.
  const k = Math.min(wanted, largestSet({ options: parseOptions(recipe, options) }))
  await refuseModels(context, { dir, recipe, options, isOfEmbedders: embedder !== undefined })
  const rows = await rowsToAsk({ session, catalog }, goldenSet)
  const answerable = rows.filter(({ tools }) => tools.length > 0).length
  const fewest = embedder === undefined ? FEWEST_TRIED : FEWEST_COMPARED
  if (answerable < fewest) throw tooFew(answerable, { fewest, goldenSet })
  await refuseToEmbed(context, { dir, name: models.embedder }, call)
  if (embedder !== undefined) await embedFor(context, { session, name: embedder }, call)
  const asked = Math.min(answerable, MOST_TRIED)
  const isQuick =
    readsWhat(models.embedder) === 'words' && catalog.tools.length <= MOST_EMBEDDED_AGAIN
  const on = {
    dir,
    goldenSet: goldenSet ?? 'logged queries',
    rows,
    k,
    sample: answerable > MOST_TRIED ? { size: MOST_TRIED, seed: 1 } : undefined,
  }
  const used = { recipe, options, embedder: models.embedder }
  const { tried, columns, remarks } =
    embedder === undefined
      ? await settingsMeasured(context, { session, used, on, queries: asked, isQuick }, call)
      : await embedderMeasured(context, { used, on, embedder }, call)
  const [before = new Float64Array(), ...after] = columns
  const pause = yieldToEventLoop(context.clock, call.signal)
  return {
    ...(goldenSet !== undefined && { goldenSet }),
    recipe: id,
    k,
    queries: before.length,
    of: answerable,
    remarks: [...remarks, ...(goldenSet === undefined ? [KNOWS_GIVEN] : [])],
    recall: meanOf(before),
    tried: tried.map((each, at) => ({ ...each, recall: meanOf(after[at] ?? []) })),
    ...(embedder === undefined
      ? await whatIsBetter(columns, pause)
      : {
          embedder: {
            name: embedder,
            before: models.embedder,
            ...(await pairedGain(before, after[0] ?? before, pause)),
          },
        }),
  }
}

interface Used {
  recipe: Recipe
  options: JsonObject
  embedder: string
}

/** What ways are measured on. */
type MeasuredOn = Parameters<typeof recallOfVariants>[2]

/** The way in use and each other setting of its recipe, then other recipes. */
async function settingsMeasured(
  context: Context,
  {
    session,
    used: { recipe, options, embedder },
    on,
    queries,
    isQuick,
  }: { session: Session; used: Used; on: MeasuredOn; queries: number; isQuick: boolean },
  call: Call,
): Promise<MeasuredWays> {
  const catalog = await session.catalog()
  const hasLogged = (await loggedRows(catalog)).length > 0
  const { tried, remarks } = settingsToTry(recipe, options, { queries, isQuick, hasLogged })
  const recipes = [{ options }, ...tried].map((each) => ({
    recipe: recipe.id,
    options: each.options,
    embedder,
  }))
  const columns = await recallOf(context, { ...on, recipes }, call)
  const wanted = await session.withCatalog(async (catalog) => {
    const kit = catalog.kit(embedder)
    return othersToTry({ recipes: context.recipes, recipe, options, kit, isQuick })
  })
  const others = await recallOfOthers(context, { ...on, ...wanted, embedder }, call)
  return {
    tried: [...tried, ...others.tried],
    columns: [...columns, ...others.columns],
    remarks: [...remarks, ...others.remarks],
  }
}

async function embedderMeasured(
  context: Context,
  { used, on, embedder }: { used: Used; on: MeasuredOn; embedder: string },
  call: Call,
): Promise<MeasuredWays> {
  const { options } = used
  const recipes = [used.embedder, embedder].map((by) => ({
    recipe: used.recipe.id,
    options,
    embedder: by,
  }))
  const columns = await recallOf(context, { ...on, recipes }, call)
  return { tried: [{ label: `By ${embedderTitle(embedder)}`, options }], columns, remarks: [] }
}

/** Recall of each query by each recipe; nothing is kept. */
function recallOf(
  context: Context,
  { recipes, ...on }: MeasuredOn & { recipes: readonly Variant[] },
  call: Call,
): Promise<Float64Array[]> {
  const emit: Call['emit'] = ({ what, ...far }) =>
    call.emit({ ...far, what: `Trying other settings: ${what}` })
  return recallOfVariants(context, recipes, on, { ...call, emit })
}

/** So long other recipes are tried, all together: nobody need have asked for them. */
const MOST_MS = 30_000

/**
 * Recall by other recipes, one after another while there is time. What cannot be measured is told,
 * and left out.
 */
async function recallOfOthers(
  context: Context,
  { tried: wanted, remarks: known, embedder, ...on }: MeasuredOn & Others & { embedder: string },
  call: Call,
): Promise<MeasuredWays> {
  const { clock } = context
  const startedMs = clock.elapsedMs()
  const late = new AbortController()
  const stop = clock.every(1000, () => {
    if (clock.elapsedMs() - startedMs > MOST_MS) late.abort()
  })
  const tried: Candidate[] = []
  const columns: Float64Array[] = []
  const remarks = [...known]
  const signal = AbortSignal.any([call.signal, late.signal])
  try {
    for (const each of wanted) {
      const { recipe = '', options, label } = each
      try {
        late.signal.throwIfAborted()
        const recipes = [{ recipe, options, embedder }]
        const [column] = await recallOf(context, { ...on, recipes }, { ...call, signal })
        if (!column) continue
        columns.push(column)
        tried.push(each)
      } catch (error) {
        call.signal.throwIfAborted()
        if (late.signal.aborted) remarks.push(`For ${label} there was no time.`)
        else if (error instanceof Problem) remarks.push(`${label}: ${error.message}`)
        else throw error
      }
    }
  } finally {
    stop()
  }
  return { tried, columns, remarks }
}

/** Ways to try, and why others are not, in sentences. */
interface Others {
  tried: Candidate[]
  remarks: string[]
}

/**
 * The same, with the recall of each query by each way, in `embedderMeasured` and `settingsMeasured`
 * that in use before them.
 */
interface MeasuredWays extends Others {
  columns: Float64Array[]
}

function othersToTry({
  recipes,
  recipe,
  options,
  kit,
  isQuick,
}: {
  recipes: Recipes
  recipe: Recipe
  options: JsonObject
  kit: Kit
  isQuick: boolean
}): Others {
  const size = sizeWith({ ...recipe, defaults: {} }, parseOptions(recipe, options))
  if (size === 'adaptive') {
    const why = `${recipe.title} picks its own k with these options, so recipes that give k tools are not held against it.`
    return { tried: [], remarks: [why] }
  }
  return { tried: otherRecipes({ recipes, recipe, options, kit, isQuick }), remarks: [] }
}

/**
 * What is better than the first way, chosen on other queries than it is measured on; else what is
 * the best of them.
 */
async function whatIsBetter(
  columns: readonly Float64Array[],
  pause: () => Promise<unknown>,
): Promise<Pick<SettingTrial, 'better' | 'most'>> {
  const [before = new Float64Array(), ...others] = columns
  const { best, gain } = await chooseByFolds(columns, pause)
  const after = columns[best] ?? before
  const expected = best > 0 ? afterSelection(gain) : undefined
  if (expected) return { better: { tried: best - 1, gain: expected, ...mended(before, after) } }
  const means = others.map((values) => meanOf(values))
  const tried = means.indexOf(Math.max(...means))
  const found = others[tried]
  if (!found) return {}
  return { most: { tried, gain: (await pairedGain(before, found, pause)).gain } }
}

/**
 * What one other way gives that was named beforehand: nothing is chosen, so that all queries tell.
 */
async function pairedGain(
  before: Float64Array,
  after: Float64Array,
  pause: () => Promise<unknown>,
): Promise<Pick<NonNullable<SettingTrial['embedder']>, 'gain' | 'fixed' | 'broken'>> {
  const gains = after.map((value, at) => value - (before[at] ?? 0))
  const [gain = { mean: meanOf(gains), ci95: [0, 0] }] = await estimate([gains], pause)
  return { gain, ...mended(before, after) }
}

interface TriedRecipe {
  dir: string
  recipe: Recipe
  options: JsonObject
  /** Whether another embedder is tried with it. */
  isOfEmbedders: boolean
}

async function refuseModels(
  { sessions }: Pick<Context, 'sessions'>,
  { dir, recipe, options, isOfEmbedders }: TriedRecipe,
): Promise<void> {
  const session = await sessions.of(dir)
  await session.withCatalog(async (catalog) => {
    const pipeline = recipe.build(catalog.kit(''), parseOptions(recipe, options))
    if (isOfEmbedders && !sourcesOf(pipeline).some(({ embeds }) => embeds)) {
      throw comparesNoEmbeddings(recipe)
    }
    if (promptsOf(pipeline).length === 0) return
    throw new Problem(
      'bad-input',
      `With these options ${recipe.title} asks a language model, so its settings are not tried unasked.`,
      'Compare the settings that you want to know about under Evaluate.',
    )
  })
}

/**
 * An embedder that is asked about embeds what it has not; what it did stays where the trial is
 * stopped.
 */
async function embedFor(
  context: Context,
  { session, name }: { session: Session; name: string },
  call: Call,
): Promise<void> {
  const embedder = await context.embedders.open(name, call.signal)
  await context.indexings.join({ dir: session.store.dir, embedder: name }, call, (shared) =>
    indexDocuments(context, { session, embedder }, shared),
  )
}

const comparesNoEmbeddings = ({ title }: Recipe): Problem =>
  new Problem(
    'bad-input',
    `${title} compares no embeddings, so every embedder gives the same.`,
    'Try it with another recipe, such as Hybrid.',
  )

/** A trial that nobody asked for does not keep a model busy with a whole catalog. */
async function refuseToEmbed(
  context: Context,
  asked: { dir: string; name: string },
  call: Call,
): Promise<void> {
  if (readsWhat(asked.name) === 'words') return
  const { embedder, stored } = await storedDocuments(context, asked, call)
  const missing = stored.filter((key) => key === undefined).length
  if (missing === 0) return
  throw new Problem(
    'bad-input',
    `${missing} tool documents are not embedded with ${embedderTitle(embedder.name)} yet, so no settings are tried.`,
    'Index the catalog first.',
  )
}

const tooFew = (
  queries: number,
  { fewest, goldenSet }: { fewest: number; goldenSet: string | undefined },
): Problem =>
  goldenSet === undefined
    ? new Problem(
        'bad-input',
        `${queries} logged queries that somebody asked, with tools that the catalog still has, are too few to try settings on.`,
        `Log at least ${fewest}, or try them on a golden set.`,
      )
    : new Problem(
        'bad-input',
        `${queries} golden queries with right tools are too few to try settings on.`,
        `Write at least ${fewest}.`,
      )

type Candidate = Omit<TriedSettings, 'recall'>

/**
 * What is worth trying of a recipe beside its options as they are, one option at a time.
 * @param isQuick embedding costs nothing
 * @param hasLogged somebody asked what was logged: no query that is asked learns from its like
 */
function settingsToTry(
  recipe: Recipe,
  given: JsonObject,
  { queries, isQuick, hasLogged }: { queries: number; isQuick: boolean; hasLogged: boolean },
): { tried: Candidate[]; remarks: string[] } {
  const options = parseOptions(recipe, given)
  const tried: Candidate[] = []
  const remarks = new Set<string>()
  for (const [name, option] of Object.entries(recipe.options.shape)) {
    const meta: Partial<OptionMeta> = (option as z.ZodType).meta() ?? {}
    if (!meta.tries || !hasEffect(meta, options)) continue
    if (meta.tries.ofLogged && !hasLogged) continue
    if (meta.changesEmbedded && !isQuick) {
      remarks.add('Settings that embed the catalog again are not tried by themselves.')
    } else if (meta.tries.areLearned && queries < FEWEST_LEARNED) {
      remarks.add(`Amounts are learned from ${FEWEST_LEARNED} queries on.`)
    } else {
      for (const { value, label } of meta.tries.values) {
        if (!sameOption(value, options[name])) {
          tried.push({ label, options: { ...given, [name]: value } })
        }
      }
    }
  }
  return { tried, remarks: [...remarks] }
}
