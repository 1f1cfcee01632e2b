import { worksWith } from '../recipes/works-with'
import { requireDevelopment } from '../golden/set-uses'
import { z } from 'zod'
import { Problem } from '../../domain/problem'
import { hasEffect, sameOption, type OptionMeta } from '../../domain/recipe/option'
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
import { mended } from '../../evaluation/compare'
import { chooseByFolds } from '../../evaluation/statistics/choose-by-folds'
import { estimate, meanOf } from '../../evaluation/statistics/statistics'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { recipeOf } from '../../pipeline/recipes/registry'
import type { Recipe } from '../../pipeline/recipes/recipe'
import { promptsOf, sourcesOf } from '../../pipeline/stage'
import type { Call } from '../app'
import type { Catalog } from '../catalog/catalog'
import type { AppContext } from '../context'
import { indexDocuments } from '../knowledge/index-documents'
import { workspaceSettings } from '../models/workspace-models'
import { parseOptions } from '../recipes/recipe-options'
import { embedderTitle, readsWhat } from '../../domain/model/names'
import { runExperiment } from './experiment'
import type { Session } from '../workspaces/session'
import { storedDocuments } from '../knowledge/stored-documents'
import type { MeasuredRuns } from './measured-runs'
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

async function developmentRows(session: Session, goldenSet: string): Promise<GoldenQuery[]> {
  await requireDevelopment(session, goldenSet)
  return session.goldenQueries(goldenSet)
}

/** Tools whose documents are embedded otherwise for a trial: of more, time and space are not spent unasked. */
const MOST_EMBEDDED_AGAIN = 10_000

/**
 * Tries other settings of a recipe on golden or logged queries, bounded, and keeps nothing: what is better is told, never
 * switched on.
 * @throws Problem `bad-input` where there are too few queries, a model would be asked, or one would have to embed the catalog first.
 */
export async function trySettings(
  context: Context,
  { dir, goldenSet, recipe: id, options, k: given, embedder }: EvaluationTrySettingsInput,
  call: Call,
): Promise<SettingTrial> {
  const recipe = recipeOf(id)
  const session = await context.sessions.of(dir)
  const catalog = await session.catalog()
  const settings = await workspaceSettings(context, dir)
  const k = given ?? (await worksWith(context, dir)).k
  await refuseModels(context, { dir, recipe, options, isOfEmbedders: embedder !== undefined })
  const rows =
    goldenSet === undefined ? await loggedRows(catalog) : await developmentRows(session, goldenSet)
  const answerable = rows.filter(({ tools }) => tools.length > 0).length
  const fewest = embedder === undefined ? FEWEST_TRIED : FEWEST_COMPARED
  if (answerable < fewest) throw tooFew(answerable, { fewest, goldenSet })
  await refuseToEmbed(context, { dir, name: settings.embedder }, call)
  if (embedder !== undefined) await embedFor(context, { session, name: embedder }, call)
  const asked = Math.min(answerable, MOST_TRIED)
  const isQuick =
    readsWhat(settings.embedder) === 'words' && catalog.tools.length <= MOST_EMBEDDED_AGAIN
  const { tried, remarks } =
    embedder === undefined
      ? settingsToTry(recipe, options, { queries: asked, isQuick })
      : { tried: [{ label: `By ${embedderTitle(embedder)}`, options }], remarks: [] }
  const recipes = [
    { recipe: id, options, embedder: settings.embedder },
    ...tried.map((each) => ({
      ...{ recipe: id, options: each.options, embedder: embedder ?? settings.embedder },
    })),
  ]
  const onRows = { dir, goldenSet: goldenSet ?? 'logged queries', rows }
  const sample = answerable > MOST_TRIED ? { size: MOST_TRIED, seed: 1 } : undefined
  const columns = await recallOf(context, { ...onRows, recipes, k, sample }, call)
  const [before = new Float64Array(), ...others] = columns
  const pause = yieldToEventLoop(context.clock, call.signal)
  return {
    ...(goldenSet !== undefined && { goldenSet }),
    ...{ recipe: id, k, queries: before.length, of: answerable },
    remarks: [...remarks, ...(goldenSet === undefined ? [KNOWS_GIVEN] : [])],
    recall: meanOf(before),
    tried: tried.map((each, at) => ({ ...each, recall: meanOf(others[at] ?? []) })),
    ...(embedder === undefined
      ? await whatIsBetter(columns, pause)
      : {
          embedder: {
            ...{ name: embedder, before: settings.embedder },
            ...(await pairedGain(before, others[0] ?? before, pause)),
          },
        }),
  }
}

/** Recall of each query by each recipe; nothing is kept. */
async function recallOf(
  context: Context,
  {
    k,
    ...tried
  }: Omit<Parameters<typeof runExperiment>[1], 'k' | 'keep' | 'resume'> & { k: number },
  call: Call,
): Promise<Float64Array[]> {
  const plan = { ...tried, k: [k], keep: false, resume: false }
  const emit: Call['emit'] = ({ what, ...far }) =>
    call.emit({ ...far, what: `Trying other settings: ${what}` })
  const { runs, failed } = await runExperiment(context, plan, { ...call, emit })
  const [lost] = failed
  if (lost) throw new Problem('internal', lost.problem.message, lost.problem.fix)
  return Promise.all(
    runs.map(async (run) => (await context.measured.of(tried.dir, run.id)).judged(k).recall),
  )
}

/** What is better than the first way, chosen on other queries than it is measured on. */
async function whatIsBetter(
  columns: readonly Float64Array[],
  pause: () => Promise<unknown>,
): Promise<Pick<SettingTrial, 'better'>> {
  const [before = new Float64Array()] = columns
  const { best, gain } = await chooseByFolds(columns, pause)
  const after = columns[best] ?? before
  return best > 0 && gain.ci95[0] > 0
    ? { better: { tried: best - 1, gain, ...mended(before, after) } }
    : {}
}

/** What one other way gives that was named beforehand: nothing is chosen, so that all queries tell. */
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

/** An embedder that is asked about embeds what it has not; what it did stays where the trial is stopped. */
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

/** Measured: with only those right tools logged that `hybrid` had given, no other setting was better on three sets. */
const KNOWS_GIVEN =
  'Logged queries know only tools that were given: where this search gave them, they cannot show a better one.'

/** What was logged, as rows to measure on: without what nobody asked, and without what took a tool that is gone. */
const loggedRows = async (catalog: Catalog): Promise<GoldenQuery[]> =>
  (await catalog.history())
    .filter(({ from, tools }) => from !== 'synthetic' && tools.every((tool) => catalog.has(tool)))
    .map(({ id, query, tools }) => ({ id, text: query, tools, origin: 'weak' }))

type Candidate = Omit<TriedSettings, 'recall'>

/** What is worth trying of a recipe beside its options as they are, one option at a time. @param isQuick embedding costs nothing */
function settingsToTry(
  recipe: Recipe,
  given: JsonObject,
  { queries, isQuick }: { queries: number; isQuick: boolean },
): { tried: Candidate[]; remarks: string[] } {
  const options = parseOptions(recipe, given)
  const tried: Candidate[] = []
  const remarks = new Set<string>()
  for (const [name, option] of Object.entries(recipe.options.shape)) {
    const meta: Partial<OptionMeta> = (option as z.ZodType).meta() ?? {}
    if (!meta.tries || !hasEffect(meta, options)) continue
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
