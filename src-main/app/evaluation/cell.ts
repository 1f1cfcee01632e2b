import type { ToolId } from '../../domain/tool'
import { randomUUID } from 'node:crypto'
import type { GoldenQuery } from '../../domain/golden-set'
import { countedErrors, dependencyErrorsOf } from '../../domain/dependency-errors'
import { idOf } from '../../domain/kept-tool'
import { Problem } from '../../domain/problem'
import type { QueryOutcome, Run } from '../../domain/run'
import { evaluate, isNested } from '../../evaluation/evaluate'
import type { FactsOf } from '../../evaluation/graph-facts'
import { toolsAt } from '../../evaluation/judged'
import { summarise } from '../../evaluation/summarise'
import { FIELD_WEIGHTS_KEY, LABELLED_KEY, type Kit } from '../../pipeline/kit'
import { rewriteIntoNeeds } from '../../pipeline/prompts/rewrite-into-needs'
import { promptsOf, remarksOf, sourcesOf } from '../../pipeline/stage'
import type { Wordings } from '../../pipeline/wordings'
import { prepareRecipe } from '../answering'
import type { Call } from '../app'
import { counting } from '../call-progress'
import type { Cell } from './cells'
import { elsewhereFor, type AskedElsewhere } from './elsewhere'
import type { MeasuredRuns } from './measured-runs'
import { ownSizeFigures } from './own-size'
import type { PastQueries } from './past-queries'
import { hashOfEach, provenanceOf, type Measurement } from './provenance'
import type { SharingOf } from './sharing'
import { keepRun } from './store'
import type { AppContext } from '../handlers'
import type { Session } from '../session'

/** What all cells of an experiment have in common, measured on one catalog whatever is committed meanwhile. */
export interface Experiment extends AskedElsewhere, Pick<Run, 'goldenSet' | 'sample'> {
  context: AppContext & { measured: MeasuredRuns }
  session: Session
  queries: GoldenQuery[]
  goldenHash: string
  /** How prompts are worded in all cells, whatever is committed meanwhile. */
  wordings: Wordings
  catalogHash: string
  sharingOf: SharingOf
  factsOf: FactsOf
  /** What a cell learns from logged queries; nothing where it does not. */
  pastQueries(cell: Cell): Promise<PastQueries | undefined>
  /** Embeds the queries that the cells have in common, for the first of them; gives what each took, in ms. */
  queriesAhead(cell: Cell, at: Omit<CellCall, 'cell'>): Promise<number>
  /** Runs to be taken instead of measuring the same again. */
  earlier: Run[]
  keep: boolean
}

interface CellCall {
  cell: Cell
  /** What is measured, in words: `Hybrid (2 of 3) on “dev”`. */
  place: string
  call: Call
}

/** Queries run at the same time where each asks a model: enough to keep one busy that answers several at once. */
const AT_ONCE = 4

/** Measures one cell and keeps its run, or finds the run of an earlier experiment that measured the same. */
export async function measureCell(
  common: Experiment,
  { cell, place, call }: CellCall,
): Promise<{ run: Run; isReused: boolean }> {
  const { context, goldenSet, sample, split, goldenHash, catalogHash } = common
  const { recipe, options, size, k } = cell
  const { tokenizer } = context.tokenCounter
  const chosen = { goldenSet, sample, ...(split && { split }) }
  const named = { ...chosen, recipe: recipe.id, options, size, k, tokenizer }
  const past = await common.pastQueries(cell)
  const measurement: Measurement = {
    ...{ ...named, goldenHash, catalogHash },
    ...(past && { history: past.provenance }),
    ...(await fieldsRead(common, cell)),
    ...(await labelsRead(cell)),
  }
  const { signal } = call
  const { wordings } = common
  const provenance = await provenanceOf(context, measurement, { ...cell, wordings, signal })
  const known = common.earlier.find((run) => run.provenance?.cell === provenance.cell)
  if (known) return { run: known, isReused: true }

  const startedAt = context.clock.timestamp()
  const startedMs = context.clock.elapsedMs()
  const { outcomes, ...measured } = await measure(common, { cell, place, call }, past)
  if ((await labelsRead(cell)).labelled !== measurement.labelled) throw relabelled()
  const run: Run = {
    id: randomUUID(),
    ...named,
    ...measured,
    startedAt,
    elapsedMs: context.clock.elapsedMs() - startedMs,
    catalog: { tools: common.catalog.tools.length, revision: common.state.revision },
    ...(cell.embeds && { embedder: cell.embedder }),
    provenance,
  }
  if (common.keep) {
    call.emit({ what: `${place}: storing the run`, done: 0 })
    await keep(common, run, outcomes)
  }
  context.measured.add(common.dir, { run, outcomes, stored: common.keep })
  return { run, isReused: false }
}

/** What `mftr` reads besides catalog and labels: weights, standardised fields, and how queries were rewritten. */
async function fieldsRead(
  { queries, catalog }: Experiment,
  { pipeline, embedder }: Cell,
): Promise<{ fields?: string }> {
  const isRewriting = promptsOf(pipeline).some(({ id }) => id === rewriteIntoNeeds.id)
  if (!isRewriting) return {}
  const source = sourcesOf(pipeline).find(({ key }) => key === FIELD_WEIGHTS_KEY)
  const weights = (await source?.prepare()) ?? []
  const fields = await catalog.kit(embedder).standardFields.prepare()
  const own = catalog.tools.map((entry) => fields.own(idOf(entry)) ?? null)
  const parts = [weights, ...own, ...queries.map(({ rewritten = null }) => rewritten)]
  return { fields: await hashOfEach(parts, () => Promise.resolve()) }
}

/** The golden queries by which a recipe tells where no tool fits. */
async function labelsRead({ pipeline }: Cell): Promise<{ labelled?: string }> {
  const source = sourcesOf(pipeline).find(({ key }) => key === LABELLED_KEY) as
    Kit['labelled'] | undefined
  if (!source) return {}
  const parts = (await source.prepare()).map(({ text, tools }) => ({ text, tools }))
  return { labelled: await hashOfEach(parts, () => Promise.resolve()) }
}

const relabelled = (): Problem =>
  new Problem(
    'conflict',
    'Golden queries from which the size of sets is learned were changed while it was measured.',
    'Evaluate again.',
  )

async function measure(
  common: Experiment,
  { cell, place, call }: CellCall,
  past: PastQueries | undefined,
) {
  const { context, queries, catalog, dir } = common
  const { recipe, options, embedder, k } = cell
  const { signal, emit } = call
  emit({ what: `${place}: getting ready`, done: 0 })
  const wordings = () => Promise.resolve(common.wordings)
  const choice = { catalog, dir, recipe: recipe.id, options, k: k.at(-1), embedder, wordings }
  const { kit, pipeline, runWith } = await prepareRecipe(context, choice, call)
  const judging = {
    signal,
    clock: context.clock,
    promptTokens: (id: ToolId) => catalog.promptTokens(id).tokens,
  }
  const sharing = common.sharingOf(cell)
  const subject = {
    ...{ pipeline, k, heldOut: past?.heldOut, factsOf: common.factsOf },
    runWith: { ...runWith, sharing },
  }
  const asking = {
    ...judging,
    atOnce: promptsOf(cell.pipeline).length > 0 ? AT_ONCE : 1,
    elsewhere: elsewhereFor(common, { cell, past, signal }),
    aheadMs: await common.queriesAhead(cell, { place, call }),
    onProgress: counting(emit, `${place}: asking the queries`, 'queries'),
  }
  const { outcomes, heldOut, ...use } = await evaluate(subject, queries, asking)
  const ownSize = await ownSizeFigures({
    ...{ cell, kit, queries, outcomes, subject },
    call: {
      ...asking,
      // Others ask for this cell alone.
      elsewhere: undefined,
      onProgress: counting(emit, `${place}: asking where no tool fits`, 'queries'),
    },
  })
  const onProgress = counting(emit, `${place}: computing the intervals`, 'resamples')
  const size = { k, nested: isNested(pipeline) }
  const summary = await summarise(outcomes, size, { ...judging, onProgress })
  const remarks = await remarksOf(pipeline)
  const walks = outcomes.some(({ graph }) => graph?.seeds)
  const given = new Set(outcomes.flatMap(({ tools }) => tools))
  const isEstimate = [...given].some((id) => catalog.promptTokens(id).isEstimate)
  return {
    ...{ outcomes, ...summary, ...use, ...ownSize },
    ...(past && {
      history: { ...past.figures, heldOut, sameTools: past.sameTools(queries) },
    }),
    ...(remarks.length > 0 && { remarks }),
    ...(walks && { dependencyErrors: k.map((cutoff) => errorsAt(outcomes, cutoff)) }),
    ...(isEstimate && { tokensEstimated: true }),
  }
}

const errorsAt = (outcomes: readonly QueryOutcome[], k: number) =>
  countedErrors(
    outcomes.map((outcome) => dependencyErrorsOf({ ...outcome, given: toolsAt(outcome, k) })),
  )

async function keep(
  { session }: Experiment,
  run: Run,
  outcomes: readonly QueryOutcome[],
): Promise<void> {
  try {
    await keepRun(session, run, outcomes)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const message = `“${run.recipe}” is measured, but its run could not be kept. ${error.message}`
    throw new Problem(error.code, message, error.fix)
  }
}
