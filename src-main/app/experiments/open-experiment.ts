import type { OpenExperiment, PlannedCell } from '../../contract/experiment'
import type { Run } from '../../domain/run/run'
import { sharedBy, type NotedCell, type SavedExperiment } from '../../domain/experiment/saved'
import type { Call } from '../app'
import { knownBy } from '../evaluation/cell'
import type { Cell } from '../evaluation/cells'
import { lookAtCells, type CellsSeen } from '../evaluation/experiment'
import type { MeasuredRuns } from '../evaluation/measured-runs'
import { sameMeasurement, storedRuns } from '../evaluation/store'
import type { AppContext } from '../context'
import { problemReport } from '../requests/problem-report'
import { plannedCells } from './planned-cells'
import { cellKey } from '../evaluation/noted-cells'

/**
 * An experiment with what of it is measured, each cell held against what measuring it now would be.
 */
export async function openExperiment(
  context: AppContext & { measured: MeasuredRuns },
  { dir, experiment }: { dir: string; experiment: SavedExperiment },
  { signal }: Pick<Call, 'signal'>,
): Promise<OpenExperiment> {
  const { plan, cells: noted, repeats: _, ...head } = experiment
  const runs = await storedRuns(await context.sessions.of(dir))
  const opened = { ...head, goldenSet: plan.goldenSet, plan, ...sharedBy(noted) }
  const known = { noted: new Map(noted.map((entry) => [entry.cell, entry])), runs }
  const input = { ...plan, dir, keep: false, resume: true }
  try {
    const look = (seen: CellsSeen) => heldAgainst(seen, known, signal)
    return { ...opened, cells: await lookAtCells(context, input, { signal, look }) }
  } catch (error) {
    if (signal.aborted) throw error
    const cells = await plannedCells(context, { dir, plan })
    const problem = problemReport(error)
    return { ...opened, cells: (cells ?? []).map((cell) => asNoted(cell, known)), problem }
  }
}

interface Known {
  noted: ReadonlyMap<string, NotedCell>
  runs: readonly Run[]
}

async function heldAgainst(
  { cells, common }: CellsSeen,
  known: Known,
  signal: AbortSignal,
): Promise<PlannedCell[]> {
  const held: PlannedCell[] = []
  for (const cell of cells) {
    signal.throwIfAborted()
    held.push(await stateOf(cell, known, () => knownBy(common, cell, signal)))
  }
  return held
}

async function stateOf(cell: Cell, known: Known, now: () => Promise<string>): Promise<PlannedCell> {
  const before = asNoted(cell, known)
  try {
    const measurement = await now()
    const own = known.runs.find(({ id }) => id === before.run)
    const run = sameMeasurement([...(own ? [own] : []), ...known.runs], measurement)
    if (run) {
      const { problem: _, ...rest } = before
      return { ...rest, state: 'measured', run: run.id }
    }
    return before.run === undefined ? before : { ...before, state: 'outdated' }
  } catch (error) {
    const { message, fix } = problemReport(error)
    return { ...before, problem: { message, ...(fix && { fix }) } }
  }
}

/** As it stands in the experiment, whatever was changed since. */
function asNoted(cell: Cell, { noted, runs }: Known): PlannedCell {
  const { recipe, options, embeds, embedder, catalogSize } = cell
  const key = cellKey(cell)
  const { run, failed } = noted.get(key) ?? {}
  const hasRun = runs.some(({ id }) => id === run)
  return {
    cell: key,
    recipe: recipe.id,
    options,
    ...(embeds && { embedder }),
    ...(catalogSize && { catalogSize }),
    state: hasRun ? 'measured' : failed ? 'failed' : 'missing',
    ...(hasRun && { run }),
    ...(failed && { problem: failed }),
  }
}
