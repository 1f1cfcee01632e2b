import type { MeasureInfo } from '../../../domain/measure/measure'
import type { Comparison } from '../../../domain/run/comparison'
import type { Run } from '../../../domain/run/run'
import type { JsonObject } from '../../../domain/tool/tool'
import type { Markup } from '../../../exporting/html'

/** A run as a report tells of it. */
export interface ReportedRun {
  run: Run
  /** What the reader knows it by; no two of a report are called the same. */
  label: string
  /** With the baseline; absent of the baseline itself, and where the two cannot be compared. */
  comparison?: Comparison
  /** The options that differ from their defaults. */
  changed: JsonObject
}

/** A golden tool of a query. */
export interface ReportedTool {
  name: string
  /**
   * Its place, from 1, among all tools that a run gave, or in the set that it chose for the
   * report's k, by the run's id; without those that did not give it.
   */
  places: ReadonlyMap<string, number>
}

/** What became of a query. */
export interface ReportedQuery {
  id: string
  text: string
  golden: ReportedTool[]
  /** At the report's k, by the run's id. */
  recall: ReadonlyMap<string, number>
  /** Ids of the runs that chose a set for the report's k by itself. */
  setsApart?: ReadonlySet<string>
}

/** The first of some queries, and how many they are. */
export interface ReportedQueries {
  total: number
  listed: ReportedQuery[]
}

/** Which run and k are chosen, for what, and what speaks for it. */
export interface ReportedDecision {
  goal: string
  sentence: string
  /** What to be careful of. */
  remarks: string[]
  /** What could be used instead. */
  alternatives: string[]
  /** What stands behind the figures. */
  basis: string
  /** How many points it was chosen from: its interval holds for all of them. */
  points: number
  of: ReportedRun | undefined
}

/** All that a report says. */
export interface EvaluationReport {
  workspace: string
  /** When it was written, ISO 8601. */
  madeAt: string
  /** Pegboard's own. */
  version: string
  /** Absent where the runs cannot be held together. */
  decision?: ReportedDecision
  /** How it turned out, in sentences. */
  verdict: string[]
  /** The cut-off looked at; absent where the recipes decide how many tools there are. */
  k?: number
  measures: MeasureInfo[]
  runs: ReportedRun[]
  /** What the others are compared with; absent where there is nothing to compare. */
  baseline?: ReportedRun
  /** What features say of the runs, by what it stands below. */
  sections: Readonly<Record<'decision' | 'measures', readonly Markup[]>>
  /** Why some runs are not compared. */
  notCompared: string[]
  /** Of the run with the best recall: the queries that miss some golden tool, the worst first. */
  failures: ReportedQueries & { of: ReportedRun; missed: number }
  /** Of the best of the other runs, beside the baseline. */
  changes?: { of: ReportedRun; broken: ReportedQueries; fixed: ReportedQueries }
}

/** The k at which a run is looked at: none where its recipe decides how many tools there are. */
export const cutoffOf = (
  { run }: Pick<ReportedRun, 'run'>,
  k: number | undefined,
): number | undefined => (run.k.length === 0 ? undefined : k)
