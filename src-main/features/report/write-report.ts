import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { OutcomeRow } from '../../contract/evaluation'
import { Dir } from '../../contract/workspace'
import { nameAt } from '../../domain/measure/name'
import { Price } from '../../domain/measure/price'
import { Problem } from '../../domain/problem'
import { AdviceTarget, type Advice } from '../../domain/run/advice'
import {
  adviceAlternatives,
  adviceBasis,
  adviceText,
  edgeText,
  goalText,
  leftOutLines,
} from '../../domain/run/advice-words'
import { everythingOf } from '../../domain/run/catalog-size'
import type { Comparison } from '../../domain/run/comparison'
import { outdatedLines } from '../../domain/run/outdated-words'
import { isHeld } from '../../domain/run/operating-point'
import { markedName } from '../../domain/run/remarks'
import type { QueryOutcome, Run } from '../../domain/run/run'
import {
  groundsOf,
  mainCutoff,
  repeatedText,
  verdictText,
  pairToTell,
  verdictOf,
  verdictOnOne,
  type PairInVerdict,
} from '../../domain/run/verdict'
import { looksText } from '../../domain/query/look-words'
import type { JsonObject, ToolId } from '../../domain/tool/tool'
import { toolsAt } from '../../evaluation/judged'
import { measureInfos } from '../../evaluation/measures'
import { html, type Markup } from '../../exporting/html'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import {
  cutoffOf,
  type EvaluationReport,
  type ReportedDecision,
  type ReportedQueries,
  type ReportedQuery,
  type ReportedRun,
} from './page/evaluation-report'
import { recipeOf, type Recipes } from '../../pipeline/recipes/recipe'
import type { Call } from '../../app/app'
import type { Catalog } from '../../app/workspaces/catalog'
import type { AppContext, ReportSection } from '../../app/context'
import { usedSets } from '../../app/workspaces/used-sets'
import { parseOptions } from '../../app/recipes/recipe-options'
import { problemReport } from '../../app/requests/problem-report'
import { adviseOnRuns } from '../../app/evaluation/advice/advise'
import { measuredAt } from '../../app/evaluation/at-cutoff'
import { compareRuns } from '../../app/evaluation/compare'
import { recallAt, type MeasuredRuns, type OpenRun } from '../../app/evaluation/measured-runs'
import { pageOfOutcomes } from '../../app/evaluation/outcomes'

export const EvaluationReportInput = z.object({
  dir: Dir,
  runs: z.array(z.string()).min(1).max(20).describe('the runs'),
  labels: z
    .array(z.string().max(300))
    .max(20)
    .optional()
    .describe('what the reader knows each of the runs by; left out: the ids of their recipes'),
  baseline: z.string().optional().meta({
    title: 'run',
    description: 'which of them the others are compared with; left out: the first',
  }),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('the k to look at; left out: the one that the target asks for'),
  run: z
    .string()
    .optional()
    .describe('which of them is chosen; left out: the one that the target asks for'),
  target: AdviceTarget.optional().describe(
    'what is wanted; left out: most of the best recall that they reach',
  ),
  price: Price.optional().describe('what tokens cost'),
})
export type EvaluationReportInput = z.output<typeof EvaluationReportInput>

type Input = EvaluationReportInput
type Context = AppContext & { measured: MeasuredRuns }

/** A file that is offered. */
export interface ReportAnswer {
  file: string
  name: string
  size: number
  /** Why sections of it could not be written, a sentence each; absent where all are. */
  failed?: string[]
}

/** Offers runs beside one another as one page that needs nothing else. */
export async function writeReport(
  context: Context,
  input: Input,
  call: Call,
): Promise<ReportAnswer> {
  const { dir, baseline: wanted = input.runs[0] ?? '' } = input
  const measured = await Promise.all(
    input.runs.map(async (id) => (await context.measured.of(dir, id)).run),
  )
  const advice = await adviceOn(context, input, call)
  const k = cutoffFor(measured, input.k, advice?.chosen.k)
  const comparisons = await comparedEach(context, { ...input, k, wanted }, call)
  const pause = yieldToEventLoop(context.clock, call.signal)
  // The figures of what is recommended stand in it, also where another k is looked at.
  const cutoffs = [k, advice?.chosen.k]
  const runs = await openEach(context, { ...input, cutoffs }, { comparisons, pause })
  const compared = runs.filter(({ comparison }) => comparison)
  const baseline = compared.length > 0 ? runs.find(({ run }) => run.id === wanted) : undefined
  const pairs = pairsOf(compared, baseline)
  const chosen = runs.find(({ run }) => run.id === (input.run ?? advice?.chosen.run))
  const told = pairToTell(pairs, chosen?.run.id, k)
  const best = compared.find(({ run }) => run.id === told?.comparison.run)
  const failing = (chosen ?? bestByRecall(runs, k)) as OpenedRun
  call.emit({ what: 'Writing the report', done: 0 })
  const { failed, ...added } = await sectionsOn(
    { context, dir, call },
    {
      runs: runs.map(({ run }) => run),
      nameOf: (id) => runs.find(({ run }) => run.id === id)?.label ?? id,
      pairs,
      k,
    },
  )
  const report: EvaluationReport = {
    workspace: (await (await context.sessions.of(dir)).store.info()).name,
    madeAt: context.clock.timestamp(),
    version: context.about.version,
    ...(advice && { decision: decisionOf(advice, { runs, price: input.price }) }),
    verdict: [...sentences(runs, { pairs, told, k }), ...(await purposeOf(context, dir, runs))],
    ...(k !== undefined && { k }),
    measures: measureInfos(),
    runs,
    ...added,
    notCompared: comparisons.flatMap(({ refused }) => (refused ? [refused.message] : [])),
    ...(baseline && { baseline }),
    ...(await reportedQueries(context, { dir, failing, baseline, best, k }, call)),
  }
  // The library that draws comes along with the page.
  const { REPORT_STYLE, reportPage } = await import('./page/report-page')
  const styleHash = createHash('sha256').update(REPORT_STYLE).digest('base64')
  const [first] = runs
  const name = `evaluation of ${first?.run.goldenSet ?? 'runs'}.html`
  const offered = context.exports.offer(name, Buffer.from(reportPage(report, styleHash)))
  return { ...offered, ...(failed.length > 0 && { failed }) }
}

/** What the golden set is for, and how often a test set was looked at. */
async function purposeOf(
  { sessions }: Pick<AppContext, 'sessions'>,
  dir: string,
  [first]: readonly OpenedRun[],
): Promise<string[]> {
  const sets = await usedSets(await sessions.of(dir))
  const set = sets.find(({ name }) => name === first?.run.goldenSet)
  if (!set) return []
  if (set.purpose === 'test') return [`“${set.name}” is a test set, ${looksText(set.looked)}.`]
  return [`“${set.name}” is a development set: what is tuned on it looks better on it than it is.`]
}

/**
 * What features say of these runs. One that fails keeps nothing of the others from the report; why
 * it failed is not for its readers: it may name folders of this machine.
 */
async function sectionsOn(
  place: Parameters<ReportSection['write']>[0],
  about: Parameters<ReportSection['write']>[1],
): Promise<Pick<EvaluationReport, 'sections'> & { failed: string[] }> {
  const failed: string[] = []
  const written = async ({ title, write }: ReportSection): Promise<Markup | undefined> => {
    try {
      return await write(place, about)
    } catch (error) {
      place.call.signal.throwIfAborted()
      failed.push(`${title} could not be written: ${problemReport(error).message}`)
      return html`<section><p>${title} could not be written.</p></section>`
    }
  }
  const of = async (wanted: ReportSection['below']) => {
    const sections = place.context.places.reportSections.filter(({ below }) => below === wanted)
    return (await Promise.all(sections.map(written))).filter((section) => section !== undefined)
  }
  const sections = { decision: await of('decision'), measures: await of('measures') }
  return { sections, failed }
}

/** How each of the others differs from the baseline, or why it cannot be compared. */
async function comparedEach(
  context: Context,
  { dir, runs, k, wanted }: Input & { wanted: string },
  call: Call,
): Promise<Comparison[]> {
  if (!runs.includes(wanted)) {
    const message = 'The baseline of a report is one of the runs that it is about.'
    throw new Problem('bad-input', message, 'Name it among the runs as well.')
  }
  const others = [...new Set(runs)].filter((run) => run !== wanted)
  if (others.length === 0) return []
  return compareRuns(context, { dir, baseline: wanted, runs: others, k, tellRefusals: true }, call)
}

const pairsOf = (
  compared: readonly OpenedRun[],
  baseline: OpenedRun | undefined,
): PairInVerdict[] =>
  compared.flatMap((run) =>
    baseline && run.comparison ? [{ run, baseline, comparison: run.comparison }] : [],
  )

/** How it turned out: the best of the others beside the baseline, or each run by itself. */
function sentences(
  runs: readonly OpenedRun[],
  {
    pairs,
    told,
    k,
  }: { pairs: readonly PairInVerdict[]; told: PairInVerdict | undefined; k: number | undefined },
): string[] {
  const said = told
    ? [verdictOf(told, k), groundsOf(pairs, { told, k })]
    : runs.map((run) => verdictOnOne(run, k))
  const repeated = runs.flatMap(({ run }) => repeatedText(run))
  return [...said.map(verdictText).filter(Boolean), ...new Set(repeated)]
}

async function openEach(
  { measured, recipes }: Context,
  { dir, runs, labels = [], cutoffs }: Input & { cutoffs: readonly (number | undefined)[] },
  { comparisons, pause }: { comparisons: readonly Comparison[]; pause: () => Promise<unknown> },
): Promise<OpenedRun[]> {
  const opened: OpenedRun[] = []
  for (const id of new Set(runs)) {
    let open = await measured.of(dir, id)
    for (const k of cutoffs) open = await measuredAt(open, k, pause)
    const comparison = comparisons.find(({ run, refused }) => run === id && !refused)
    const label = labels[runs.indexOf(id)] ?? markedName(open.run.recipe, open.run)
    opened.push({
      open,
      run: open.run,
      label,
      changed: changedIn(recipes, open),
      ...(comparison && { comparison }),
    })
  }
  return opened.map((each) => {
    const isShared = opened.filter(({ label }) => label === each.label).length > 1
    return isShared ? { ...each, label: `${each.label} (${each.run.id.slice(0, 8)})` } : each
  })
}

/**
 * The options that differ from what the recipe does by itself; all of them where there is no such
 * recipe any more.
 */
function changedIn(recipes: Recipes, { run: { recipe, options } }: OpenRun): JsonObject {
  try {
    const standard = parseOptions(recipeOf(recipes, recipe), {})
    const changed = Object.entries(options).filter(
      ([name, value]) => JSON.stringify(standard[name]) !== JSON.stringify(value),
    )
    return Object.fromEntries(changed)
  } catch (error) {
    if (error instanceof Problem) return options
    throw error
  }
}

/**
 * The k wanted, the one advised, or the middle one measured.
 * @throws Problem `bad-input` where no run holds tool sets for it.
 */
function cutoffFor(
  runs: readonly Run[],
  wanted: number | undefined,
  advised: number | undefined,
): number | undefined {
  const measured = [...new Set(runs.flatMap(({ k }) => k))].sort((a, b) => a - b)
  const k = wanted ?? advised ?? mainCutoff(measured)
  if (k === undefined || measured.length === 0) return undefined
  if (runs.some((run) => run.k.length > 0 && isHeld(run, k))) return k
  const fix = `Choose a k of at most ${measured.at(-1)}, or evaluate again with this one.`
  throw new Problem('bad-input', `None of the runs holds tool sets for k = ${k}.`, fix)
}

/**
 * What the target asks for, or what it says of the run and k that are chosen; nothing where the
 * runs cannot be held together.
 */
async function adviceOn(
  context: Context,
  { dir, runs, run, k, target }: Input,
  call: Call,
): Promise<Advice | undefined> {
  const chosen = run === undefined ? undefined : { run, ...(k !== undefined && { k }) }
  try {
    return await adviseOnRuns(context, { dir, runs, target, chosen, k, withOutdated: false }, call)
  } catch (error) {
    if (error instanceof Problem && ['bad-input', 'not-found'].includes(error.code))
      return undefined
    throw error
  }
}

function decisionOf(
  advice: Advice,
  { runs, price }: { runs: readonly OpenedRun[]; price: Price | undefined },
): ReportedDecision {
  const nameOf = (id: string) => runs.find(({ run }) => run.id === id)?.label ?? id
  const everything = everythingOf(runs.map(({ run }) => run))
  const telling = { price, nameOf, everything }
  return {
    goal: goalText(advice.target),
    sentence: adviceText(advice, telling),
    remarks: [
      ...outdatedLines(advice.outdated ?? {}, telling.nameOf).map(
        (line) => `Not of what was in use when this was written: ${line}.`,
      ),
      ...leftOutLines(advice, telling),
      ...[edgeText(advice, telling)].flatMap((text) => text ?? []),
    ],
    alternatives: adviceAlternatives(advice, telling).map(({ name, text }) => `${name} ${text}`),
    basis: adviceBasis(advice),
    points: advice.points,
    of: runs.find(({ run }) => run.id === advice.chosen.run),
  }
}

/** The run that finds most of the golden tools; the first of equals. */
function bestByRecall(runs: readonly OpenedRun[], k: number | undefined): OpenedRun | undefined {
  const recall = (each: OpenedRun) =>
    each.run.measures[nameAt('Recall', cutoffOf(each, k))]?.mean ?? -1
  return runs.toSorted((a, b) => recall(b) - recall(a))[0]
}

/**
 * Queries that fail are listed up to so many, and up to so many each that were fixed and broken.
 */
const MOST_FAILURES = 100
const MOST_CHANGED = 50

/** A run that was opened, and what a report says of it. */
interface OpenedRun extends ReportedRun {
  open: OpenRun
}

interface Reported {
  dir: string
  /** The run whose failures are told. */
  failing: OpenedRun
  baseline: OpenedRun | undefined
  /** The run that is held against the baseline; none where nothing can be compared. */
  best: OpenedRun | undefined
  k: number | undefined
}

/** The queries that a report names: those that fail, and those that were fixed or broken. */
async function reportedQueries(
  context: Pick<AppContext, 'sessions' | 'clock'> & { measured: MeasuredRuns },
  { dir, failing, baseline, best, k }: Reported,
  call: Pick<Call, 'signal'>,
): Promise<Pick<EvaluationReport, 'failures' | 'changes'>> {
  const catalog = await (await context.sessions.of(dir)).catalog()
  const pause = yieldToEventLoop(context.clock, call.signal)
  const told = [...new Set([failing, baseline, best])].filter((run) => run !== undefined)
  const outcomes = new Map<OpenedRun, Map<string, QueryOutcome>>()
  for (const each of told) {
    await pause()
    outcomes.set(each, new Map(each.open.outcomes.map((outcome) => [outcome.id, outcome])))
  }
  const page = (of: OpenedRun, show: 'failed' | 'fixed' | 'broken') => {
    const at = { dir, run: of.run.id, ...(k !== undefined && { k }), show, search: '', offset: 0 }
    const limit = show === 'failed' ? MOST_FAILURES : MOST_CHANGED
    return pageOfOutcomes(context, { ...at, limit, baseline: baseline?.run.id }, call)
  }
  const listed = (rows: readonly OutcomeRow[]): ReportedQuery[] =>
    rows.map((row) => reportedQuery(row, { outcomes, catalog, k }))
  const changed = async (show: 'fixed' | 'broken'): Promise<ReportedQueries> => {
    const { total, rows } = await page(best as OpenedRun, show)
    return { total, listed: listed(rows) }
  }
  const failures = await page(failing, 'failed')
  return {
    failures: {
      of: failing,
      missed: failures.missed,
      total: failures.total,
      listed: listed(failures.rows),
    },
    ...(best &&
      areBesideEachOther(best, k) && {
        changes: { of: best, broken: await changed('broken'), fixed: await changed('fixed') },
      }),
  }
}

/**
 * Whether a run and its baseline were measured at the same place: one with adaptive k and one at a
 * fixed k were not.
 */
const areBesideEachOther = (best: OpenedRun, k: number | undefined): boolean =>
  best.comparison?.meanSize === undefined &&
  best.comparison?.measures[nameAt('Recall', cutoffOf(best, k))] !== undefined

interface QueryContext {
  outcomes: ReadonlyMap<OpenedRun, ReadonlyMap<string, QueryOutcome>>
  catalog: Catalog
  k: number | undefined
}

function reportedQuery(
  { id, text, golden }: OutcomeRow,
  { outcomes, catalog, k }: QueryContext,
): ReportedQuery {
  const of = [...outcomes].flatMap(([{ run }, byId]) => {
    const outcome = byId.get(id)
    return outcome?.text === text ? [{ run, outcome }] : []
  })
  const setsApart = new Set(
    of.flatMap(({ run, outcome }) => (setOf(outcome, cutoffOf({ run }, k)) ? [run.id] : [])),
  )
  const recall = of.flatMap(({ run, outcome }) => {
    const cutoff = run.k.length === 0 ? undefined : k
    const isMeasured = cutoff === undefined || isHeld(run, cutoff)
    return isMeasured ? [[run.id, recallAt(outcome, cutoff)] as const] : []
  })
  return {
    id,
    text,
    recall: new Map(recall),
    setsApart,
    golden: golden.map((tool) => ({
      name: nameOf(tool, catalog),
      places: new Map(
        of.flatMap(({ run, outcome }) => {
          const given = setOf(outcome, cutoffOf({ run }, k)) ?? outcome.tools
          const at = given.indexOf(tool)
          return at < 0 ? [] : [[run.id, at + 1] as const]
        }),
      ),
    })),
  }
}

/**
 * The set that was chosen for k by itself; nothing where it is just the first of the tools given.
 */
const setOf = (outcome: QueryOutcome, k: number | undefined): ToolId[] | undefined =>
  k !== undefined && outcome.sets?.[k] ? toolsAt(outcome, k) : undefined

/** A tool by its name and server; by its id where it left the catalog. */
function nameOf(tool: ToolId, catalog: Catalog): string {
  if (!catalog.has(tool)) return `${tool}, which the catalog has no more`
  const { name, server } = catalog.tool(tool).tool
  return server ? `${name} (${server})` : name
}
