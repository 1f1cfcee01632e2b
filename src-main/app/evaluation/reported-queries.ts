import type { OutcomeRow } from '../../contract/evaluation'
import { nameAt } from '../../domain/measure/name'
import type { QueryOutcome } from '../../domain/run/run'
import type { ToolId } from '../../domain/tool/tool'
import {
  cutoffOf,
  type EvaluationReport,
  type ReportedQueries,
  type ReportedQuery,
  type ReportedRun,
} from '../../exporting/report/evaluation-report'
import { toolsAt } from '../../evaluation/judged'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import type { Catalog } from '../catalog/catalog'
import type { AppContext } from '../context'
import { recallAt, type MeasuredRuns, type OpenRun } from './measured-runs'
import { pageOfOutcomes } from './outcomes'

/** Queries that fail are listed up to so many, and up to so many each that were fixed and broken. */
const MOST_FAILURES = 100
const MOST_CHANGED = 50

/** A run that was opened, and what a report says of it. */
export interface OpenedRun extends ReportedRun {
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

type Context = Pick<AppContext, 'sessions' | 'clock'> & { measured: MeasuredRuns }

/** The queries that a report names: those that fail, and those that were fixed or broken. */
export async function reportedQueries(
  context: Context,
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
      ...{ of: failing, missed: failures.missed, total: failures.total },
      listed: listed(failures.rows),
    },
    ...(best &&
      areBesideEachOther(best, k) && {
        changes: { of: best, broken: await changed('broken'), fixed: await changed('fixed') },
      }),
  }
}

/** Whether a run and its baseline were measured at the same place: one of its own size and one at a k were not. */
const areBesideEachOther = (best: OpenedRun, k: number | undefined): boolean =>
  best.comparison?.measures[nameAt('Recall', cutoffOf(best, k))] !== undefined

interface Told {
  outcomes: ReadonlyMap<OpenedRun, ReadonlyMap<string, QueryOutcome>>
  catalog: Catalog
  k: number | undefined
}

function reportedQuery(
  { id, text, golden }: OutcomeRow,
  { outcomes, catalog, k }: Told,
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
    const isMeasured = cutoff === undefined || run.k.includes(cutoff)
    return isMeasured ? [[run.id, recallAt(outcome, cutoff)] as const] : []
  })
  return {
    ...{ id, text, recall: new Map(recall), setsApart },
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

/** The set that was chosen for k by itself; nothing where it is just the first of the tools given. */
const setOf = (outcome: QueryOutcome, k: number | undefined): ToolId[] | undefined =>
  k !== undefined && outcome.sets?.[k] ? toolsAt(outcome, k) : undefined

/** A tool by its name and server; by its id where it left the catalog. */
function nameOf(tool: ToolId, catalog: Catalog): string {
  if (!catalog.has(tool)) return `${tool}, which the catalog has no more`
  const { name, server } = catalog.tool(tool).tool
  return server ? `${name} (${server})` : name
}
