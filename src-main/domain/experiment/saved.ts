import { z } from 'zod'
import { ExperimentPlan } from './plan'

/** What became of one cell of an experiment. */
export const NotedCell = z.object({
  /** What is measured, as a hash: recipe, options, embedder, cut-offs and catalog size. */
  cell: z.string(),
  /** Its run; absent where none was finished. */
  run: z.string().optional(),
  /**
   * How often it took what a stage had given in another cell that begins alike; absent where it
   * never did.
   */
  shared: z.number().int().optional(),
  /** Why it could not be measured when that was tried last; absent since it could. */
  failed: z.object({ message: z.string(), fix: z.string().optional() }).optional(),
})
export type NotedCell = z.infer<typeof NotedCell>

export const ExperimentName = z.string().trim().min(1).max(80)
export const ExperimentNote = z.string().trim().max(2_000)

/**
 * An experiment kept in a workspace. Its plan never changes; which cell has which run is written
 * with the run.
 */
export const SavedExperiment = z.object({
  id: z.string(),
  name: ExperimentName,
  /** Left out where nothing is noted. */
  note: ExperimentNote.optional(),
  plan: ExperimentPlan,
  /** The published experiment that it repeats, as earlier programs wrote. */
  repeats: z.unknown().optional(),
  savedAt: z.string(),
  cells: z.array(NotedCell),
})
export type SavedExperiment = z.infer<typeof SavedExperiment>

/**
 * Cells that are remembered: those of the largest plan with three embedders, the oldest forgotten
 * first.
 */
const MOST_CELLS_NOTED = 1_000

/** A run that is noted once more was still measured as it was. */
const measuredAs = (noted: NotedCell, before: NotedCell | undefined): NotedCell => ({
  ...(before?.shared !== undefined && before.run === noted.run && { shared: before.shared }),
  ...noted,
})

/**
 * The experiment with what became of one of its cells: a run takes the place of what failed, and a
 * failure leaves the run.
 */
export function withNoted(experiment: SavedExperiment, noted: NotedCell): SavedExperiment {
  const before = experiment.cells.find(({ cell }) => cell === noted.cell)
  const entry = noted.run === undefined ? { ...before, ...noted } : measuredAs(noted, before)
  const others = experiment.cells.filter(({ cell }) => cell !== noted.cell)
  return { ...experiment, cells: [...others, entry].slice(-MOST_CELLS_NOTED) }
}

/** How often cells took what a stage had given in another; left out where they never did. */
export function sharedBy(cells: readonly NotedCell[]): { shared?: number } {
  const shared = cells.reduce((sum, cell) => sum + (cell.shared ?? 0), 0)
  return shared > 0 ? { shared } : {}
}
