import { requireDevelopment } from '../../app/golden/set-uses'
import { z } from 'zod'
import type { ListedWeights } from './shared/listed-weights'
import { Dir } from '../../contract/workspace'
import { BUILTIN } from '../../domain/model/names'
import { Problem } from '../../domain/problem'
import { FOLD_FIELD, type GoldenQuery } from '../../domain/query/golden-set'
import { ComparedBy, FieldWeightsRecord, type Learning } from '../../domain/recipe/field-weights'
import { ownRecipeWith, sameOptions } from '../../domain/recipe/option'
import { FEWEST_LABELLED } from '../../domain/recipe/trial-text'
import { idOf } from '../../domain/tool/stored-tool'
import type { JsonObject, ToolId } from '../../domain/tool/tool'
import { sameText } from '../../domain/value/same-text'
import { evaluate } from '../../evaluation/evaluate'
import { sampleOf } from '../../evaluation/statistics/random'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { learnByFolds, type FoldedQuery, type Learned } from './learning/learn-by-folds'
import { EQUAL_WEIGHTS } from '../../pipeline/fields/choose-weights'
import { hasOwnFields } from '../../pipeline/fields/count-standardised'
import type { Recipe } from '../../pipeline/recipes/recipe'
import { fieldsLearner, recipeOf } from '../../pipeline/recipes/recipe'
import { topK } from '../../pipeline/selection/top-k'
import type { Call } from '../../app/app'
import type { Catalog } from '../../app/workspaces/catalog'
import type { AppContext } from '../../app/context'
import { heldOutWhenRunAgain } from '../../app/evaluation/past-queries'
import { goldenHashOf } from '../../app/evaluation/provenance'
import { withWorkspaceModels } from '../../app/models/workspace-models'
import { prepareRecipe } from '../../app/query/answering'
import { parseOptions } from '../../app/recipes/recipe-options'
import { worksWith } from '../../app/recipes/works-with'
import { counting } from '../../app/requests/call-progress'
import type { Session } from '../../app/workspaces/session'
import {
  asFieldWeights,
  FEATURES,
  featuresOf,
  PENALTIES,
  rankedBy,
  type QueryFeatures,
} from './gather-features'
import { AT, heldOutFigures, worthOf } from './held-out'
import { keepWeights, listed } from './keep-weights'
import { remarksOn } from './remarks'

export const WeightsLearnInput = z.object({
  dir: Dir,
  goldenSet: z.string().meta({ title: 'name', description: 'the golden set to learn from' }),
  name: FieldWeightsRecord.shape.name.optional().meta({
    title: 'name',
    description: 'what to keep the weights as; default: learned by meaning, or by words',
  }),
  comparedBy: ComparedBy.default('meaning').meta({
    title: 'how',
    description: 'compare fields by meaning, or by words',
  }),
  folds: z
    .enum(['random', 'published'])
    .default('random')
    .meta({ title: 'which', description: 'published, or random ones drawn with the seed' }),
  seed: z.number().int().min(0).default(1).describe('the seed of random folds'),
  embedder: z.string().optional().describe('the embedder; default: the workspace’s'),
})
export type WeightsLearnInput = z.output<typeof WeightsLearnInput>

type Input = WeightsLearnInput

/** What all steps of learning have in common. */
interface Work {
  context: AppContext
  input: Input
  session: Session
  catalog: Catalog
  /** Those that are learned from, of so many that are labelled. */
  queries: readonly GoldenQuery[]
  labelled: number
  other: ComparedWith
  call: Call
}

/** What the weights are kept as. */
export const nameOf = ({ name, comparedBy }: Pick<Input, 'name' | 'comparedBy'>): string =>
  name ?? `learned by ${comparedBy}`

/**
 * Learns weights of fields from a golden set, measures them on queries held out, and keeps them.
 */
export async function learnWeights(
  appContext: AppContext,
  given: Input,
  call: Call,
): Promise<ListedWeights & { elapsedMs: number }> {
  const context = withWorkspaceModels(appContext, given.dir)
  // One for all that is compared, also where the workspace gets another meanwhile.
  const input = { ...given, embedder: given.embedder ?? (await context.settings.read()).embedder }
  const startedMs = context.clock.elapsedMs()
  const session = await context.sessions.of(input.dir)
  await requireDevelopment(session, input.goldenSet)
  const record = await session.withCatalog(async (catalog) => {
    const all = await session.goldenQueries(input.goldenSet)
    const { queries, labelled } = labelledQueries(all, { ...input, catalog })
    const other = await comparedWith(context, session)
    return learnedFrom({ context, input, session, catalog, queries, labelled, other, call })
  })
  call.signal.throwIfAborted()
  await keepWeights(session, record)
  return { ...listed(record), elapsedMs: context.clock.elapsedMs() - startedMs }
}

async function learnedFrom(work: Work): Promise<FieldWeightsRecord> {
  const { context, input, queries, catalog, other, call } = work
  const folds =
    input.folds === 'published' ? publishedFolds(queries) : randomFolds(queries, input.seed)
  const { features, equal, embedder } = await compareAll(work)
  const pause = yieldToEventLoop(context.clock, call.signal)
  const learned = await learnByFolds(foldedQueries(queries, { features, folds }), {
    width: FEATURES,
    notBelowZero: PENALTIES,
    pause,
    worth: ({ at }, weights) =>
      worthOf(queries[at] as GoldenQuery, rankedBy(features[at] as QueryFeatures, weights)),
    onProgress: counting(call.emit, 'Learning weights', 'rounds'),
  })
  const rankings = queries.map((_, at) => rankedByFold(features, { learned, folds, at }))
  const byOther = await rankedByOther(work)
  const fields = await catalog.kit(BUILTIN).standardFields.prepare()
  const standardised = catalog.tools.filter((entry) => hasOwnFields(fields, idOf(entry))).length
  const figures = await heldOutFigures(queries, { learned: rankings, equal, other: byOther }, pause)
  const { instead } = fieldsLearner(context.recipes).learnsFields
  const isWorse = figures.heldOut.learned < figures.heldOut.equal
  const kept = (weights: Float64Array) => (isWorse ? EQUAL_WEIGHTS : asFieldWeights(weights))
  const learning: Learning = {
    goldenSet: input.goldenSet,
    goldenHash: await goldenHashOf(queries, pause),
    queries: queries.length,
    tools: catalog.tools.length,
    folds: input.folds,
    seed: input.seed,
    learnedAt: context.clock.timestamp(),
    ...figures,
    other: { recipe: other.recipe, title: other.title },
    ...(isWorse && { kept: 'equal' }),
    remarks: remarksOn({ ...work, ...figures, features, standardised, instead }),
  }
  return {
    name: nameOf(input),
    origin: 'learned',
    comparedBy: input.comparedBy,
    ...(embedder !== undefined && { embedder }),
    weights: kept(learned.weights),
    folds: [...learned.ofFold].map(([fold, weights]) => ({
      texts: [...new Set(queries.filter((_, at) => folds[at] === fold).map(textOf))],
      weights: kept(weights),
    })),
    learning,
  }
}

const textOf = ({ text }: GoldenQuery): string => sameText(text)

/** What the fields of all tools come to for each query, and how equal weights rank them. */
async function compareAll({ context, input, session, catalog, queries, call }: Work) {
  const { dir, comparedBy } = input
  const { id: recipe, learnsFields } = fieldsLearner(context.recipes)
  const { promptOverrides } = session
  const choice = {
    catalog,
    dir,
    recipe,
    options: learnsFields.optionsFor(comparedBy),
    embedder: input.embedder,
    k: AT,
    promptOverrides,
  }
  const { runWith, kit, options } = await prepareRecipe(context, choice, call)
  const found = new Map<string, QueryFeatures>()
  const pipeline = learnsFields
    .ranked(kit, options, (plan, matches) => {
      found.set(comparedAs(plan.query), featuresOf(plan, matches))
    })
    .to(topK())
  // Work of others would not tell what was compared.
  const subject = { pipeline, k: [AT], runWith: { ...runWith, sharing: undefined } }
  const { outcomes } = await evaluate(subject, queries, {
    ...judging(context, call),
    onProgress: counting(call.emit, 'Comparing fields', 'queries'),
  })
  const embedder = comparedBy === 'meaning' ? await kit.embedder.prepare() : undefined
  return {
    features: queries.map((query) => found.get(comparedAs(query)) ?? NOTHING),
    equal: outcomes.map(({ tools }) => tools),
    embedder: embedder?.fingerprint,
  }
}

/** Queries of the same words may be rewritten otherwise, each as it was recorded. */
const comparedAs = ({ text, rewritten }: Pick<GoldenQuery, 'text' | 'rewritten'>): string =>
  JSON.stringify([text, rewritten])

const NOTHING: QueryFeatures = { tools: [], features: new Float64Array(), isRewritten: false }

const judging = ({ clock }: AppContext, { signal }: Call) => ({
  signal,
  clock,
  promptTokens: () => 0,
})

async function rankedByOther({ context, input, session, catalog, queries, other, call }: Work) {
  const { promptOverrides } = session
  const { dir, embedder } = input
  const { title, ...asked } = other
  const choice = { ...asked, catalog, dir, embedder, k: AT, promptOverrides }
  const { pipeline, runWith, size } = await prepareRecipe(context, choice, call)
  const heldOut = await heldOutWhenRunAgain(
    { pipeline, catalog },
    yieldToEventLoop(context.clock, call.signal),
  )
  const subject = { pipeline, k: size === 'adaptive' ? [] : [AT], heldOut, runWith }
  const { outcomes } = await evaluate(subject, queries, {
    ...judging(context, call),
    onProgress: counting(call.emit, `Asking “${title}”`, 'queries'),
  })
  return outcomes.map(({ tools }) => tools)
}

/** A query to learn from, with its place among all. */
interface PlacedQuery extends FoldedQuery {
  at: number
}

/** @throws Problem `bad-input` where there is nothing to learn from. */
function foldedQueries(
  queries: readonly GoldenQuery[],
  { features, folds }: { features: readonly QueryFeatures[]; folds: readonly number[] },
): PlacedQuery[] {
  const folded = queries.flatMap(({ tools: golden }, at): PlacedQuery[] => {
    const { tools, features: rows } = features[at] as QueryFeatures
    const places = tools.map((tool, row) => ({ row, isRight: golden.includes(tool) }))
    const right = places.filter(({ isRight }) => isRight).map(({ row }) => row)
    const wrong = places.filter(({ isRight }) => !isRight).map(({ row }) => row)
    if (right.length === 0 || wrong.length === 0) return []
    return [{ features: rows, right, wrong, fold: folds[at] ?? 0, at }]
  })
  if (new Set(folded.map(({ fold }) => fold)).size > 2) return folded
  if (folded.length > 2) {
    throw new Problem(
      'bad-input',
      'The queries that fields can be learned from are in fewer than three folds.',
      'Choose random folds: two are learned from while the third is held out.',
    )
  }
  throw new Problem(
    'bad-input',
    'Hardly any query has both a right and a wrong tool that fields can be compared of.',
    'Choose another golden set, or use equal weights.',
  )
}

function rankedByFold(
  features: readonly QueryFeatures[],
  { learned, folds, at }: { learned: Learned; folds: readonly number[]; at: number },
): ToolId[] {
  const weights = learned.ofFold.get(folds[at] as number) ?? learned.weights
  return rankedBy(features[at] as QueryFeatures, weights)
}

/** More queries teach six weights nothing more, and take minutes. */
const MOST_QUERIES = 400

/**
 * The queries to learn from: those that name a tool of the catalog, or as many of them as are of
 * use, drawn with the seed.
 * @throws Problem `bad-input` where there are too few.
 */
function labelledQueries(
  queries: readonly GoldenQuery[],
  { catalog, goldenSet, seed }: { catalog: Catalog; goldenSet: string; seed: number },
): { queries: GoldenQuery[]; labelled: number } {
  const labelled = queries.filter(({ tools }) => tools.some((tool) => catalog.has(tool)))
  const different = new Set(labelled.map(({ text }) => sameText(text))).size
  if (different < FEWEST_LABELLED) {
    throw new Problem(
      'bad-input',
      `“${goldenSet}” has ${different} different queries that name a tool of this catalog, and learning takes ${FEWEST_LABELLED}: from fewer, weights learn what is by chance alike in these queries, and do worse on others.`,
      'Label more queries, or use equal weights.',
    )
  }
  return { queries: sampleOf(labelled, MOST_QUERIES, seed), labelled: labelled.length }
}

const FOLDS = 5

/**
 * The fold of each query, drawn with a seed: as many in each, but that the same words are in one
 * fold.
 */
export function randomFolds(queries: readonly GoldenQuery[], seed: number): number[] {
  const texts = [...new Set(queries.map(({ text }) => sameText(text)))]
  const foldOf = new Map<string, number>()
  let left = texts
  for (let fold = 0; fold < FOLDS; fold++) {
    const drawn = sampleOf(left, Math.round(left.length / (FOLDS - fold)), seed + fold)
    for (const text of drawn) foldOf.set(text, fold)
    left = left.filter((text) => !foldOf.has(text))
  }
  return queries.map(({ text }) => foldOf.get(sameText(text)) ?? 0)
}

/**
 * The fold that each query was published with.
 * @throws Problem `bad-input` where some are in none, or all in one.
 */
export function publishedFolds(queries: readonly GoldenQuery[]): number[] {
  const folds = queries.flatMap(({ extra }) => {
    const fold = extra?.[FOLD_FIELD]
    return typeof fold === 'number' ? [fold] : []
  })
  if (folds.length === queries.length && new Set(folds).size > 1) return together(queries, folds)
  throw new Problem(
    'bad-input',
    `Of ${queries.length} labelled queries ${folds.length} say in which published fold they are tested.`,
    'Import the folder with its files of folds, such as fold_0_test_queries.json, or have folds drawn.',
  )
}

/** With queries of the same words in the fold of the first of them. */
function together(queries: readonly GoldenQuery[], folds: readonly number[]): number[] {
  const first = new Map<string, number>()
  return queries.map(({ text }, at) => {
    const same = sameText(text)
    const fold = first.get(same) ?? folds[at] ?? 0
    first.set(same, fold)
    return fold
  })
}

/** A recipe with options, and what it is called. */
interface ComparedWith {
  recipe: string
  options: JsonObject
  title: string
}

/**
 * What learned weights are compared with: what the workspace works with, or the standard recipe
 * where the weights are of that.
 */
async function comparedWith(
  context: Pick<AppContext, 'sessions' | 'settings' | 'recipes' | 'notify'>,
  session: Session,
): Promise<ComparedWith> {
  const works = await worksWith(context, session.store.dir)
  const isLearner = works.recipe === fieldsLearner(context.recipes).id
  const { recipe: id, options } = isLearner
    ? { recipe: context.recipes.standard, options: {} }
    : works
  return {
    recipe: id,
    options,
    title: await titleOf(session, recipeOf(context.recipes, id), options),
  }
}

async function titleOf(session: Session, recipe: Recipe, options: JsonObject): Promise<string> {
  const { ownRecipes } = await session.store.read('ownRecipes')
  const defaults = parseOptions(recipe, {})
  const own = ownRecipes.filter((each) => each.recipe === recipe.id)
  const named = ownRecipeWith(options, { own, defaults })?.name
  const plain = sameOptions(options, {}, defaults)
    ? recipe.title
    : `${recipe.title}, with other options`
  return named ?? plain
}
