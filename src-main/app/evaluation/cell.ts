import { randomUUID } from 'node:crypto'
import { Problem } from '../../domain/problem'
import type { Run } from '../../domain/run/run'
import { idOf } from '../../domain/tool/stored-tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { FIELD_WEIGHTS_KEY, LABELLED_KEY, type Kit } from '../../pipeline/kit'
import { sourcesOf } from '../../pipeline/stage'
import { hiddenIn } from '../catalog/eligible-tools'
import type { Cell } from './cells'
import { leaksHash } from './leak-use'
import { measure } from './measure'
import { negativesFor, negativesHash } from './negatives'
import type { CellCall, Experiment } from './one-experiment'
import { hashOfEach, provenanceOf, type Measurement } from './provenance'
import { fieldsOf, isRewriting } from './search-now'
import { keepRun } from './store'
import { UnsavedRun, unsavedRunsOf, type Measured } from './unsaved-runs'

/**
 * Measures one cell and keeps its run, or finds the run of an earlier experiment that measured the
 * same.
 */
export async function measureCell(
  common: Experiment,
  { cell, place, call }: CellCall,
): Promise<{ run: Run; isReused: boolean }> {
  const { context, dir } = common
  const known = await measurementOf(common, cell, call.signal)
  const { provenance } = known
  const earlier = await common.earlier(provenance.cell)
  const unsaved = unsavedRunsOf(context)
  if (earlier) {
    unsaved.forget(dir, provenance.cell)
    return { run: earlier, isReused: true }
  }
  const held = common.resume ? unsaved.of(dir, provenance.cell) : undefined
  const { run, outcomes } = held ?? (await measuredRun(common, { cell, place, call }, known))
  context.measured.add(dir, { run, outcomes, stored: false })
  if (common.keep) {
    call.emit({ what: `${place}: storing the run`, done: 0 })
    const kept = await keep(common, { run, outcomes })
    unsaved.forget(dir, provenance.cell)
    if (kept.id !== run.id) return { run: kept, isReused: true }
    context.measured.add(dir, { run: kept, outcomes, stored: true })
    return { run: kept, isReused: held !== undefined }
  }
  return { run, isReused: held !== undefined }
}

async function measuredRun(
  common: Experiment,
  asked: CellCall,
  { named, labelled, provenance, ...asking }: Awaited<ReturnType<typeof measurementOf>>,
): Promise<Measured> {
  const { context, catalog, state } = common
  const { cell, call } = asked
  const startedAt = context.clock.timestamp()
  const startedMs = context.clock.elapsedMs()
  const { outcomes, ...measured } = await measure(common, asked, asking)
  if ((await labelsRead(cell)).labelled !== labelled) throw relabelled()
  const hidden = hiddenIn(catalog)
  const run: Run = {
    id: randomUUID(),
    ...named,
    ...measured,
    startedAt,
    elapsedMs: context.clock.elapsedMs() - startedMs,
    catalog: {
      tools: catalog.tools.length,
      ...(hidden > 0 && { hidden }),
      revision: state.revision,
      promptTokens: (await catalog.countTokens(yieldToEventLoop(context.clock, call.signal)))
        .tokens,
      content: state.catalog,
      ...(common.lastChange !== undefined && { change: common.lastChange }),
    },
    ...(cell.embeds && { embedder: cell.embedder }),
    ...(cell.leftOut !== undefined && { leftOut: cell.leftOut }),
    provenance,
  }
  return { run, outcomes }
}

/**
 * What measuring the cell would be now: what its run would say of itself, and what it would be
 * known by.
 */
async function measurementOf(common: Experiment, cell: Cell, signal: AbortSignal) {
  const { context, goldenSet, sample, split, goldenHash, catalogHash, promptOverrides } = common
  const { recipe, options, size, k, catalogSize } = cell
  const { tokenizer } = context.tokenCounter
  const chosen = { goldenSet, sample, ...(split && { split }) }
  const named = {
    ...chosen,
    recipe: recipe.id,
    options,
    size,
    k,
    tokenizer,
    ...(catalogSize && { catalogSize }),
  }
  const past = await common.pastQueries(cell)
  const negatives = negativesFor(cell, common.negatives)
  const { own } = common.negatives
  const measurement: Measurement = {
    ...named,
    goldenHash,
    catalogHash,
    ...(past && { history: past.provenance }),
    ...(await fieldsRead(common, cell)),
    ...(await labelsRead(cell)),
    ...(common.leaks.size > 0 && { leaks: await leaksHash(common.leaks) }),
    // What other sets hold is no part of this one: importing one of them makes no run outdated.
    ...(own.length > 0 && { negatives: await negativesHash(own) }),
  }
  const pause = yieldToEventLoop(context.clock, signal)
  const fields = await fieldsOf({ ...cell, catalog: common.catalog }, pause)
  const provenance = {
    ...(await provenanceOf(context, measurement, { ...cell, promptOverrides, signal })),
    ...(fields !== undefined && { fields }),
  }
  return { named, past, negatives, provenance, labelled: measurement.labelled }
}

/**
 * What `mftr` reads besides catalog and labels: weights, standardised fields, and how queries were
 * rewritten.
 */
async function fieldsRead(
  { queries, catalog }: Experiment,
  { pipeline, embedder }: Cell,
): Promise<{ fields?: string }> {
  if (!isRewriting(pipeline)) return {}
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

async function keep(
  { context, dir, session, resume }: Experiment,
  measured: Measured,
): Promise<Run> {
  try {
    return await keepRun(session, measured, { once: resume })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    unsavedRunsOf(context).hold(dir, measured)
    throw new UnsavedRun(measured.run, error)
  }
}
