import { z } from 'zod'
import type { ExperimentPlan } from '../domain/experiment/plan'
import type { CatalogSize } from '../domain/run/run'
import type { JsonObject } from '../domain/tool/tool'
import type { ProblemReport } from './reply'

export const ExperimentId = z.string().min(1).max(100).describe('its id')

/** An experiment as a list shows it. */
export interface ExperimentRow {
  id: string
  name: string
  note?: string
  goldenSet: string
  savedAt: string
  /** Cells of its plan; absent where the plan cannot be read any more, as a recipe is gone. */
  cells?: number
  /** Those that have a run, whether or not the catalog has changed since. */
  measured: number
  /** Those that have none because they could not be measured. */
  failed: number
  /** How often its cells took what a stage had given in another; absent where they never did. */
  shared?: number
}

/** One cell of an experiment, and what of it is measured. */
export interface PlannedCell {
  /** Tells it from the others; equal ones measure the same. */
  cell: string
  recipe: string
  options: JsonObject
  /** Where embeddings are compared. */
  embedder?: string
  /** Where each query is asked of a smaller catalog. */
  catalogSize?: CatalogSize
  state:
    | 'measured'
    /**
     * It has a run, and measuring it again would be another measurement: of another catalog, other
     * queries, another model or by another version.
     */
    | 'outdated'
    | 'missing'
    /** It has no run, and could not be measured when that was tried last. */
    | 'failed'
  run?: string
  /**
   * Why it could not be measured, or why it cannot be told whether its run is of today's catalog
   * and models.
   */
  problem?: Omit<ProblemReport, 'code'>
}

/** An experiment with what of it is measured. */
export interface OpenExperiment extends Omit<ExperimentRow, 'cells' | 'measured' | 'failed'> {
  plan: ExperimentPlan
  /** In the order in which they are measured. */
  cells: PlannedCell[]
  /**
   * Why it cannot be measured at all, as where its golden set is gone: then its cells are as they
   * were noted.
   */
  problem?: ProblemReport
}

export interface ExperimentsRenameAnswer {
  name: string
  note?: string
  /** By what name it is taken back; absent where nothing was changed. */
  change?: string
}

export interface ExperimentsDuplicateAnswer {
  id: string
}

export interface ExperimentsDeleteAnswer {
  deleted: number
  /** By what name it is taken back; absent where nothing was removed. */
  change?: string
}
