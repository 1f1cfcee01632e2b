import { takesItsTime } from '../../domain/model/names'
import { worksWith } from '../recipes/works-with'
import type { RewrittenQuery } from '../../domain/query/golden-set'
import { queryOf, type Query, type SetSize, type ToolSet } from '../../domain/query/query'
import type { Problem } from '../../domain/problem'
import { sizeWith } from '../../domain/recipe/option'
import { fewAtOnce } from '../../domain/value/few-at-once'
import type { JsonObject, ToolId } from '../../domain/tool/tool'
import {
  withBudget,
  namesInWordsOf,
  NO_PROMPT_OVERRIDES,
  withPromptOverrides,
  type PromptOverrides,
} from '../../pipeline/ask'
import type { Kit, ToolFilter } from '../../pipeline/kit'
import { rewriteIntoNeeds } from '../../pipeline/prompts/rewrite-into-needs'
import { FilterOptions } from '../../pipeline/recipes/options'
import { recipeOf, type Recipe } from '../../pipeline/recipes/recipe'
import { withPaths, type PathStep } from '../../pipeline/record'
import {
  emptyTally,
  prepare,
  run,
  sweep,
  type Recording,
  type RunCall,
} from '../../pipeline/runner'
import { mayLeaveOut, type LeavingOut } from '../../pipeline/leaving-out'
import {
  promptsOf,
  searchesWords,
  sourcesOf,
  stagesOf,
  type ToolSelection,
} from '../../pipeline/stage'
import { watched } from '../../pipeline/watch'
import type { Call } from '../app'
import { tellingCalls } from '../requests/call-progress'
import type { Catalog } from '../workspaces/catalog'
import { modelForAnswering } from '../models/connected-model'
import { recordedRewriting, type GoldenQueryName } from '../catalog/golden-lookup'
import { prepareCall } from '../knowledge/prepare-call'
import type { AppContext } from '../context'
import { leavingOut, modelInTime, offeringWords, readyInTime } from './going-on'
import { parseOptions } from '../recipes/recipe-options'
import { withWorkspaceModels } from '../models/workspace-models'
import { z } from 'zod'
import { Question } from '../../contract/question'

export const QueryRunInput = Question.extend({
  /** Counting the whole catalog's tokens costs some tenths of a second the first time. */
  withEverything: z.boolean().default(true),
  /** Whether every step is told, each with its first hundred tools. */
  withTrace: z.boolean().default(false),
  /** How many of the next tools below the set are told. */
  below: z.number().int().min(0).max(100).default(0),
})
export type QueryRunInput = z.output<typeof QueryRunInput>

/** A recipe ready to answer queries. */
export interface Prepared {
  recipe: Recipe
  options: JsonObject
  /** Who decides how many tools a set holds. */
  size: SetSize
  /** The embedder's name, where the recipe compares embeddings. */
  embedder: string | undefined
  /** The language model's fingerprint, where the recipe may ask one and one is connected. */
  model: string | undefined
  /** What it asks of a model that was tried and found unfit for it, a sentence each. */
  unfit: readonly string[]
  catalog: Catalog
  kit: Kit
  pipeline: ToolSelection
  /**
   * Whether it is the recipe's own search of an agent in mid-run, which leaves out what is held.
   */
  isOwnExpansion: boolean
  filter: ToolFilter
  /**
   * Of a recipe that rewrites queries into needs: how one was rewritten that a golden set holds.
   */
  rewritingOf?: (text: string, golden?: GoldenQueryName) => Promise<RewrittenQuery | undefined>
  /** What every run of it is made with. */
  runWith: Pick<RunCall, 'clock' | 'admitted' | 'ask' | 'sharing' | 'k'>
  /** How a run of it goes on without meaning; absent: what fails fails the run. */
  leavingOut?: () => LeavingOut
}

interface RecipeInput extends Pick<QueryRunInput, 'dir' | 'recipe' | 'options' | 'k' | 'embedder'> {
  /** Held open by the caller, see {@link Session.withCatalog}. */
  catalog: Catalog
  /**
   * Whether an agent searches in mid-run: with the recipe's own search for that, where it has one.
   */
  inMidRun?: boolean
  /** How the workspace words prompts; called only where the recipe has any. */
  promptOverrides: () => Promise<PromptOverrides>
  /** Left out: what fails fails, as nothing may be measured then. */
  goesOn?: GoesOn | undefined
}

/**
 * Whoever is answered by words where meaning cannot be searched: a person who waits, or an agent
 * that waits a while, at the start longer.
 */
export type GoesOn = 'once it fails' | 'in time' | 'at the start'

const isBounded = (goesOn: GoesOn | undefined): boolean =>
  goesOn === 'in time' || goesOn === 'at the start'

/** Everything that must be there before a query is run: the options checked, indexes built. */
export async function prepareRecipe(
  appContext: AppContext,
  { catalog, goesOn, ...input }: RecipeInput,
  call: Call,
): Promise<Prepared> {
  const context = withWorkspaceModels(appContext, input.dir)
  const { clock } = context
  const { embedder, k } = await chosenOf(context, input)
  const { signal } = call
  const choice = { ...recipeChoice(context, input), dir: input.dir, embedder }
  const asked = { catalog, goesOn, choice }
  const { embeds, leavingOut, ...built } = await readied(context, asked, call)
  const opening = modelForAnswering(context, built.pipeline, signal)
  const model = await (isBounded(goesOn) ? modelInTime(context, opening) : opening)
  const prompts = promptsOf(built.pipeline)
  const promptOverrides = prompts.length > 0 ? await input.promptOverrides() : NO_PROMPT_OVERRIDES
  const worded = namesInWordsOf(promptOverrides, prompts)
  const session = await context.sessions.of(input.dir)
  return {
    ...built,
    ...(prompts.some(({ id }) => id === rewriteIntoNeeds.id) && {
      rewritingOf: (text: string, golden?: GoldenQueryName) =>
        recordedRewriting(session, text, golden),
    }),
    kit: catalog.kit(embedder),
    embedder: embeds ? embedder : undefined,
    model: model?.fingerprint,
    unfit: model?.unfit ?? [],
    catalog,
    ...(leavingOut && { leavingOut }),
    runWith: {
      clock,
      k,
      admitted: built.admitted,
      ask: model && withPromptOverrides(model.ask, promptOverrides),
      sharing: catalog.sharing(JSON.stringify([embedder, model?.fingerprint, ...worded])),
    },
  }
}

/** The tools that a recipe may give, of which nothing need be ready. */
export async function admittedBy(
  context: AppContext,
  { catalog, ...input }: Pick<RecipeInput, 'catalog' | 'dir' | 'recipe' | 'options' | 'embedder'>,
): Promise<ReadonlySet<ToolId> | undefined> {
  const { embedder } = await chosenOf(withWorkspaceModels(context, input.dir), { ...input, k: 1 })
  return builtOnce(catalog.kit(embedder), recipeChoice(context, input)).admitted
}

interface Readying extends Pick<RecipeInput, 'catalog' | 'goesOn'> {
  choice: Choice & { dir: string; embedder: string }
}

/** The recipe with all that it searches ready, as far as is waited for. */
async function readied(
  context: AppContext,
  { catalog, goesOn, choice }: Readying,
  call: Call,
): Promise<Built & Pick<Prepared, 'leavingOut'>> {
  const { dir, embedder } = choice
  const preparing = (by: Call) => prepareCall(context, dir, by)
  const all = async (by: Call) => {
    const built = await builtNow(catalog, choice, by)
    await prepare(built.pipeline, preparing(by)).catch(async (error: unknown) => {
      const missing = { dir, embedder, signal: by.signal }
      throw built.embeds ? await offeringWords(context, missing, error) : error
    })
    return built
  }
  const first = builtOnce(catalog.kit(embedder), choice)
  const isAnswered = isBounded(goesOn) || searchesWords(first.pipeline)
  if (goesOn === undefined || !first.embeds || !isAnswered) return all(call)
  const ofWords = stagesOf(first.pipeline).filter((each) => each.searchesWords)
  for (const source of ofWords.flatMap(({ sources = [] }) => sources)) {
    await source.prepare(preparing(call))
  }
  const key = JSON.stringify([embedder, choice.recipe.id, choice.options, choice.inMidRun])
  const ready = { of: catalog, key, embedder, atStart: goesOn === 'at the start' }
  const problem = await (isBounded(goesOn)
    ? readyInTime(context, ready, all)
    : whyNotReady(() => all(call), call.signal))
  const built = builtOnce(catalog.kit(embedder), choice)
  if (problem && !searchesWords(built.pipeline)) throw problem
  return {
    ...built,
    leavingOut: () => leavingOut(context, { embedder, problem, isBounded: isBounded(goesOn) }),
  }
}

/**
 * What keeps meaning from being searched; undefined where nothing does.
 * @throws what is no such thing.
 */
async function whyNotReady(
  work: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (signal.aborted || !mayLeaveOut(error)) throw error
    return error
  }
}

/** Built with the embedder as it is now. */
async function builtNow(
  catalog: Catalog,
  input: Choice & { embedder: string },
  { signal }: Call,
): Promise<Built> {
  const built = builtOnce(catalog.kit(input.embedder), input)
  const isOld = built.embeds && (await catalog.renew(input.embedder, signal))
  return isOld ? builtOnce(catalog.kit(input.embedder), input) : built
}

/** What the request leaves open is the workspace's, or else the settings'. */
async function chosenOf(
  context: AppContext,
  { dir, embedder, k }: Pick<RecipeInput, 'dir' | 'embedder' | 'k'>,
): Promise<{ embedder: string; k: number }> {
  return {
    embedder: embedder ?? (await context.settings.read()).embedder,
    k: k ?? (await worksWith(context, dir)).k,
  }
}

/** A recipe as it is asked for. */
interface Choice extends Pick<RecipeInput, 'options' | 'inMidRun'> {
  recipe: Recipe
}

/** @throws Problem `not-found` where there is no such recipe. */
const recipeChoice = (
  { recipes }: Pick<AppContext, 'recipes'>,
  { recipe, options, inMidRun }: Pick<RecipeInput, 'recipe' | 'options' | 'inMidRun'>,
): Choice => ({ recipe: recipeOf(recipes, recipe), options, ...(inMidRun && { inMidRun }) })

type Built = Pick<
  Prepared,
  'recipe' | 'options' | 'size' | 'pipeline' | 'isOwnExpansion' | 'filter'
> & {
  embeds: boolean
  admitted: ReadonlySet<ToolId> | undefined
}

/**
 * Pipelines are data, so that all requests for the same one of a catalog share it. By recipe and
 * options as given.
 */
const builtOf = new WeakMap<Kit, Map<string, Built>>()
/** A person tries some dozen options; whoever tries more only waits for building them again. */
const MOST_BUILT = 100

function builtOnce(kit: Kit, input: Choice): Built {
  const known = builtOf.get(kit) ?? new Map<string, Built>()
  builtOf.set(kit, known)
  const key = JSON.stringify([input.recipe.id, input.options, input.inMidRun])
  const built = known.get(key) ?? buildRecipe(kit, input)
  if (known.size >= MOST_BUILT) known.clear()
  known.set(key, built)
  return built
}

function buildRecipe(kit: Kit, { recipe, inMidRun, ...asked }: Choice): Built {
  const options = parseOptions(recipe, asked.options)
  const expand = inMidRun ? recipe.expand : undefined
  const pipeline = (expand ?? recipe.build)(kit, options)
  const filter = FilterOptions.parse(options)
  return {
    recipe,
    options,
    size: sizeWith({ ...recipe, defaults: {} }, options),
    pipeline,
    isOwnExpansion: expand !== undefined,
    filter,
    embeds: sourcesOf(pipeline).some(({ embeds }) => embeds),
    admitted: kit.among(filter).tools,
  }
}

/** What came of one query besides its tools. */
interface Answered {
  /** None where nothing was recorded. */
  steps: PathStep[]
  degraded: string[]
  /** Those of them that failed: asked again, they may do their work. */
  failed: string[]
  /** Texts of which only the beginning could be taken in. */
  shortened: string[]
  latencyMs: number
}

/** What one query gave. */
export interface Answer extends Answered {
  set: ToolSet
}

/**
 * How much of a run is written down: nothing, its steps, or also what searches found beyond their
 * depth.
 */
export type Record = 'nothing' | 'steps' | 'explained steps'

/** What a query is made of besides its shape. */
export type QueryText = Pick<Query, 'text' | 'turns' | 'held'>

interface Question extends QueryText {
  /** Ids of logged queries from which nothing is learned. */
  without?: readonly string[]
  /** Of a golden query: which one it is. */
  golden?: GoldenQueryName
  signal: AbortSignal
  /** Told what a model is being asked, where that takes a while. */
  emit?: Call['emit']
  record: Record
}

/** Runs one query. */
export async function answerQuery(prepared: Prepared, question: Question): Promise<Answer> {
  const { given: set, ...answered } = await ask(prepared, question, (query, call) =>
    run(prepared.pipeline, query, call),
  )
  return { set, ...answered }
}

/**
 * Runs one query for several k: `sets[i]` for `ks[i]`. A recipe that decides how many tools there
 * are gives the same for each.
 */
export async function answerForEach(
  prepared: Prepared,
  ks: readonly number[],
  question: Question,
): Promise<Answered & { sets: ToolSet[] }> {
  const { given: sets, ...answered } = await ask(prepared, question, (query, call) =>
    sweep(prepared.pipeline, query, { ...call, ks }),
  )
  return { sets, ...answered }
}

/**
 * Searches that wait for nobody are done two at a time: dozens side by side take a fifth longer
 * each, as the lists of all of them outlive every look at what memory is in use. While one reads a
 * file, the other goes on.
 */
const searching = fewAtOnce(2)

type Give<Given> = (query: Query, call: RunCall) => Promise<Given>

async function ask<Given>(
  prepared: Prepared,
  question: Question,
  give: Give<Given>,
): Promise<Answered & { given: Given }> {
  const { embedder, runWith, catalog } = prepared
  const isSlow = embedder !== undefined && takesItsTime(embedder)
  const waits = runWith.ask !== undefined || catalog.isInPlace || isSlow
  return waits
    ? askNow(prepared, question, give)
    : searching(() => askNow(prepared, question, give), question.signal)
}

async function askNow<Given>(
  { runWith, pipeline, rewritingOf, leavingOut }: Prepared,
  { signal, record, golden, emit, ...question }: Question,
  give: Give<Given>,
): Promise<Answered & { given: Given }> {
  const { clock } = runWith
  const recording = recordingFor(record)
  const tally = emptyTally()
  const told = emit && runWith.ask && tellingCalls(runWith.ask, pipeline, { emit, clock })
  const unbounded = told?.ask ?? runWith.ask
  const bounded = unbounded && withBudget(unbounded)
  const startedMs = clock.elapsedMs()
  // A follow-up means more than its own words; of a golden one, more was recorded.
  const isKnown = golden !== undefined || (question.turns ?? []).length === 0
  const rewritten = isKnown ? await rewritingOf?.(question.text, golden) : undefined
  const query = { ...asQuery(question), ...(rewritten && { rewritten }) }
  const leaving = leavingOut?.()
  const given = await watched({ signal, clock }, (watch, either) =>
    give(query, {
      ...runWith,
      ask: bounded,
      onPlan: told?.onPlan,
      leavingOut: leaving,
      signal: either,
      watch,
      recording,
      tally,
    }),
  )
  requireSearched(pipeline, leaving)
  const latencyMs = clock.elapsedMs() - startedMs
  // Searches side by side may lack the same.
  const degraded = [...new Set(tally.degraded)]
  const { shortened } = tally
  const failed = [...new Set(tally.failed)]
  const steps = withPaths(recording?.steps ?? [])
  return { given, steps, degraded, failed, shortened, latencyMs }
}

const recordingFor = (record: Record): Recording | undefined =>
  record === 'nothing' ? undefined : { steps: [], explaining: record === 'explained steps' }

/** @throws Problem where meaning was left out and nothing else is searched */
function requireSearched(pipeline: ToolSelection, { lost }: Partial<LeavingOut> = {}): void {
  if (lost && !searchesWords(pipeline)) throw lost
}

/**
 * What there is nothing of is left out: a query without talk before it is the same query
 * everywhere.
 */
const asQuery = ({
  text,
  turns = [],
  held = [],
  without,
}: Omit<Question, 'signal' | 'record' | 'golden'>): Query => ({
  ...queryOf(text, without),
  ...(turns.length > 0 && { turns }),
  ...(held.length > 0 && { held }),
})
