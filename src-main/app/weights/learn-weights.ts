import type { ListedWeights } from '../../contract/weight'
import { FieldWeightsRecord, ComparedBy, type Learning } from '../../domain/recipe/field-weights'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { idOf } from '../../domain/tool/kept-tool'
import { BUILTIN } from '../../domain/model/names'
import { Problem } from '../../domain/problem'
import { sameText } from '../../domain/value/same-text'
import type { ToolId } from '../../domain/tool/tool'
import { evaluate } from '../../evaluation/evaluate'
import { hasOwnFields } from '../../pipeline/fields/count-standardised'
import { EQUAL_WEIGHTS } from '../../pipeline/fields/choose-weights'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { learnByFolds, type FoldedQuery, type Learned } from '../../learning/learn-by-folds'
import { fieldsLearner } from '../../pipeline/recipes/registry'
import { topK } from '../../pipeline/selection/top-k'
import type { Call } from '../app'
import { prepareRecipe } from '../query/answering'
import { counting } from '../requests/call-progress'
import type { Catalog } from '../catalog/catalog'
import { heldOutWhenRunAgain } from '../evaluation/past-queries'
import { goldenHashOf } from '../evaluation/provenance'
import type { AppContext } from '../context'
import { withWorkspaceModels } from '../models/workspace-models'
import type { Session } from '../workspaces/session'
import { comparedWith, type ComparedWith } from './compared-with'
import { publishedFolds, randomFolds } from './folds'
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
import { labelledQueries } from './labelled'
import { remarksOn } from './remarks'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

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

/** Learns weights of fields from a golden set, measures them on queries held out, and keeps them. */
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
    ...{ width: FEATURES, notBelowZero: PENALTIES, pause },
    worth: ({ at }, weights) =>
      worthOf(queries[at] as GoldenQuery, rankedBy(features[at] as QueryFeatures, weights)),
    onProgress: counting(call.emit, 'Learning weights', 'rounds'),
  })
  const rankings = queries.map((_, at) => rankedByFold(features, { learned, folds, at }))
  const byOther = await rankedByOther(work)
  const fields = await catalog.kit(BUILTIN).standardFields.prepare()
  const standardised = catalog.tools.filter((entry) => hasOwnFields(fields, idOf(entry))).length
  const figures = await heldOutFigures(queries, { learned: rankings, equal, other: byOther }, pause)
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
    remarks: remarksOn({ ...work, ...figures, features, standardised }),
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
  const { id: recipe, learnsFields } = fieldsLearner()
  const { wordings } = session
  const choice = {
    ...{ catalog, dir, recipe, options: learnsFields.optionsFor(comparedBy) },
    ...{ embedder: input.embedder, k: AT, wordings },
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
  ...{ signal, clock },
  promptTokens: () => 0,
})

async function rankedByOther({ context, input, session, catalog, queries, other, call }: Work) {
  const { wordings } = session
  const { dir, embedder } = input
  const { title, ...asked } = other
  const choice = { ...asked, catalog, dir, embedder, k: AT, wordings }
  const { pipeline, runWith, size } = await prepareRecipe(context, choice, call)
  const heldOut = await heldOutWhenRunAgain(
    { pipeline, catalog },
    yieldToEventLoop(context.clock, call.signal),
  )
  const subject = { pipeline, k: size === 'own' ? [] : [AT], heldOut, runWith }
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
      'The queries that fields can be learned from stand in fewer than three folds.',
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
