import type { ExperimentRow } from '../../contract/experiment'
import type { ExperimentPlan } from '../../domain/experiment/plan'
import { sharedBy, type SavedExperiment } from '../../domain/experiment/saved'
import type { Recipes } from '../../pipeline/recipes/recipe'
import type { Catalog } from '../workspaces/catalog'
import { cellsOf, type Cell } from '../evaluation/cells'
import type { AppContext } from '../context'
import { withWorkspaceModels } from '../models/workspace-models'
import { cellKey } from '../evaluation/noted-cells'

/**
 * What a plan would measure, in order; undefined where it cannot be read any more, as a recipe or
 * an option is gone.
 */
export async function plannedCells(
  context: AppContext,
  { dir, plan }: { dir: string; plan: ExperimentPlan },
): Promise<Cell[] | undefined> {
  const session = await context.sessions.of(dir)
  const { embedder } = await withWorkspaceModels(context, dir).settings.read()
  return readableCells(plan, {
    recipes: context.recipes,
    catalog: await session.catalog(),
    embedder,
  })
}

interface Place {
  recipes: Recipes
  catalog: Catalog
  /** The workspace's. */
  embedder: string
}

function readableCells(plan: ExperimentPlan, place: Place): Cell[] | undefined {
  try {
    return cellsOf(plan, place)
  } catch {
    return undefined
  }
}

/** An experiment as a list shows it. @param runs ids of the runs that the workspace holds */
export function rowOf(
  { id, name, note, plan, savedAt, cells: noted }: SavedExperiment,
  { runs, ...place }: Place & { runs: ReadonlySet<string> },
): ExperimentRow {
  const keys = readableCells(plan, place)?.map(cellKey)
  const wanted = new Set(keys ?? noted.map(({ cell }) => cell))
  const own = noted.filter(({ cell }) => wanted.has(cell))
  const hasRun = ({ run }: (typeof own)[number]) => run !== undefined && runs.has(run)
  return {
    id,
    name,
    goldenSet: plan.goldenSet,
    savedAt,
    ...(note && { note }),
    ...(keys && { cells: wanted.size }),
    measured: own.filter(hasRun).length,
    failed: own.filter((cell) => !hasRun(cell) && cell.failed).length,
    ...sharedBy(own),
  }
}
