import { z } from 'zod'
import type { DependencyError, DependencyErrorCounts } from '../domain/graph/facts'
import type { AgentFailure, FailureReason, FailureReport, MissingTool } from '../domain/run/failure'
import type { Comparison } from '../domain/run/comparison'
import type { OutdatedRuns } from '../domain/run/outdated'
import type { CatalogSize, QueryOutcome, Run } from '../domain/run/run'
import type { JsonObject, ToolId } from '../domain/tool/tool'
import type { TraceStep } from '../domain/trace/trace'
import type { Explanation, ToolNames } from './query'
import type { ProblemReport } from './reply'

export interface OutcomeRow extends QueryOutcome {
  /** The tools given at the k looked at. */
  given: ToolId[]
  /** Place of each golden tool among those given, from 1; null where it is missing. */
  goldenRanks: (number | null)[]
  recall: number
  /** What went wrong with dependencies, at the k looked at; absent where nothing did. */
  errors?: DependencyError[]
}

/**
 * Where a golden tool of a query stands, as far as the run's recipe ranks, and what became of it.
 */
export interface GoldenPlace extends Omit<MissingTool, 'reason'> {
  reason: FailureReason
  name: string
  server?: string
  /** Where it was given and an agent run failed it nevertheless. */
  agent?: Omit<AgentFailure, 'tool'>
}

/** A recipe that could not be measured, with what it was to be measured with. */
export interface FailedCell {
  recipe: string
  options: JsonObject
  embedder?: string
  catalogSize?: CatalogSize
  problem: ProblemReport
  /** As measured, where only storing it failed: a resume stores it, and measures nothing again. */
  run?: Run
}

/** A run's queries as a table, or what trec_eval reads: what was given, and what is right. */
export const RunFileFormat = z.enum(['csv', 'trec-run', 'trec-qrels'])

export type RunFileFormat = z.infer<typeof RunFileFormat>

export interface EvaluationRunAnswer {
  /** In the order of the sizes, and for each in that of the recipes, without those that failed. */
  runs: Run[]
  /** Ids of those that were measured before and taken as they are. */
  reused: string[]
  failed: FailedCell[]
  /**
   * Where cells begin alike: how often a stage was to be run for one, and how often what it gave
   * for another was taken.
   */
  shared?: {
    asked: number
    taken: number
  }
}

/** A run, and what it is called beside others. */
export interface NamedRun {
  run: Run
  label: string
}

/** Runs that are looked at together. */
export interface RunsTogether {
  /** The baseline first. */
  runs: NamedRun[]
  /** What is outdated of them. */
  outdated: OutdatedRuns
  /** How many others were measured on their golden set. */
  left: number
}

/** Where a run fails, and some of its queries. */
export interface FailedQueries extends RunsTogether {
  report: FailureReport
  /** How many queries there are to list. */
  total: number
  /** The worst first, each with where its golden tools stand. */
  queries: (OutcomeRow & { places: GoldenPlace[] })[]
}

/** Runs beside a baseline, and what is said of them. */
export interface SideBySide {
  /** Absent where there is none. */
  baseline?: NamedRun
  /** As measured, or at the k asked for; so is the baseline. */
  others: NamedRun[]
  /** The k that is told of first. */
  k?: number
  /** At every k that both hold and either was measured at, or at the one asked for. */
  comparisons: Comparison[]
  /** The same at the k that is told of first, too. */
  told: Comparison[]
  /** What is said first. */
  verdict: string[]
  /** Where they were asked for. */
  queries?: ChangedQueries[]
  /** What is outdated of the runs. */
  outdated: OutdatedRuns
}

/** The queries that a run fixed and broke beside the baseline, at one k. */
export interface ChangedQueries {
  run: string
  label: string
  /** What it is called. */
  baseline: string
  /** Absent where the recipe decides how many tools there are. */
  k?: number
  broken: Changed
  fixed: Changed
}

interface Changed {
  total: number
  /** The first of them. */
  listed: Pick<OutcomeRow, 'id' | 'text' | 'golden' | 'goldenRanks'>[]
}

export interface EvaluationAskAnswer {
  /** `[i]` belongs to `queries[i]`. */
  outcomes: QueryOutcome[]
  /** Queries for which logged ones were held out. */
  heldOut: number
}

export interface EvaluationExportAnswer {
  file: string
  name: string
  size: number
}

export interface EvaluationOutcomesAnswer {
  total: number
  failed: number
  missed: number
  /**
   * Of all that are searched for, whatever is shown of them; absent where the recipe takes no
   * dependencies along.
   */
  errors?: DependencyErrorCounts
  rows: OutcomeRow[]
}

export interface EvaluationTraceAnswer {
  text: string
  golden: ToolId[]
  tools: ToolId[]
  trace: TraceStep[]
  names: ToolNames
  /** Where each golden tool that is missing was lost. */
  lost: Pick<Explanation, 'tool' | 'verdict'>[]
  /** False when the tool set is not the one the run stored; what has changed since is not known. */
  same: boolean
}
