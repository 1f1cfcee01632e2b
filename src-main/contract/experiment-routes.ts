import { z } from 'zod'
import { ExperimentPlan } from '../domain/experiment-plan'
import { CatalogSize } from '../domain/run'
import { ExperimentName, ExperimentNote, RepeatedTable } from '../domain/saved-experiment'
import { JsonObject } from '../domain/tool'
import { ProblemReport } from './reply'
import { Dir } from './workspace-routes'

const Id = z.string().min(1).max(100)

/** An experiment as a list shows it. */
export const ExperimentRow = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string().optional(),
  goldenSet: z.string(),
  savedAt: z.string(),
  repeats: RepeatedTable.optional(),
  /** Cells of its plan; absent where the plan cannot be read any more, as a recipe is gone. */
  cells: z.number().int().optional(),
  /** Those that have a run, whether or not the catalog has changed since. */
  measured: z.number().int(),
  /** Those that have none because they could not be measured. */
  failed: z.number().int(),
  /** How often its cells took what a stage had given in another; absent where they never did. */
  shared: z.number().int().optional(),
})
export type ExperimentRow = z.infer<typeof ExperimentRow>

/** One cell of an experiment, and what of it is measured. */
export const PlannedCell = z.object({
  /** Tells it from the others; equal ones measure the same. */
  cell: z.string(),
  recipe: z.string(),
  options: JsonObject,
  /** Where embeddings are compared. */
  embedder: z.string().optional(),
  /** Where each query is asked of a smaller catalog. */
  catalogSize: CatalogSize.optional(),
  state: z.enum([
    'measured',
    /** It has a run, and measuring it again would be another measurement: of another catalog, other queries, another model or by another version. */
    'outdated',
    'missing',
    /** It has no run, and could not be measured when that was tried last. */
    'failed',
  ]),
  run: z.string().optional(),
  /** Why it could not be measured, or why it cannot be told whether its run is of today's catalog and models. */
  problem: ProblemReport.omit({ code: true }).optional(),
})
export type PlannedCell = z.infer<typeof PlannedCell>

/** An experiment with what of it is measured. */
export const OpenExperiment = ExperimentRow.omit({
  cells: true,
  measured: true,
  failed: true,
}).extend({
  plan: ExperimentPlan,
  /** In the order in which they are measured. */
  cells: z.array(PlannedCell),
  /** Why it cannot be measured at all, as where its golden set is gone: then its cells are as they were noted. */
  problem: ProblemReport.optional(),
})
export type OpenExperiment = z.infer<typeof OpenExperiment>

export const experimentRoutes = {
  'experiments.list': { input: z.object({ dir: Dir }), output: z.array(ExperimentRow) },
  /** What of an experiment is measured, held against the workspace as it is. */
  'experiments.show': { input: z.object({ dir: Dir, id: Id }), output: OpenExperiment },
  /**
   * Keeps a plan as an experiment; `evaluation.run` with its id measures what is missing of it. Runs of the very same
   * measurements that the workspace holds are its own from the start. Refuses a name that is taken, and a plan that cannot be measured.
   */
  'experiments.save': {
    input: z.object({
      dir: Dir,
      name: ExperimentName,
      note: ExperimentNote.optional(),
      plan: ExperimentPlan,
      repeats: RepeatedTable.optional(),
    }),
    output: OpenExperiment,
  },
  /** Gives an experiment another name or note; what is left out stays, and an empty note is none. */
  'experiments.rename': {
    input: z.object({
      dir: Dir,
      id: Id,
      name: ExperimentName.optional(),
      note: ExperimentNote.optional(),
    }),
    output: z.object({ name: z.string(), note: z.string().optional() }),
  },
  /** Another experiment of the same plan, with the same runs. */
  'experiments.duplicate': {
    input: z.object({ dir: Dir, id: Id, name: ExperimentName }),
    output: z.object({ id: z.string() }),
  },
  /** Removes experiments; their runs stay. */
  'experiments.delete': {
    input: z.object({ dir: Dir, ids: z.array(Id).min(1).max(1000) }),
    output: z.object({ deleted: z.number().int() }),
  },
}
