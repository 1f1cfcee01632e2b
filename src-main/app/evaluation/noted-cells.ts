import { createHash } from 'node:crypto'
import { withNoted, type NotedCell, type SavedExperiment } from '../../domain/experiment/saved'
import { Problem } from '../../domain/problem'
import { canonical } from '../../domain/value/canonical'
import type { Cell } from './cells'
import { problemReport } from '../requests/problem-report'
import type { Session } from '../workspaces/session'

/**
 * What a cell of an experiment measures, as a hash: the same whatever catalog and golden set say by
 * now.
 */
export function cellKey({ recipe, options, embeds, embedder, k, catalogSize }: Cell): string {
  const drawn = catalogSize && { tools: catalogSize.tools, seed: catalogSize.seed }
  const measured = {
    recipe: recipe.id,
    options,
    k,
    catalogSize: drawn,
    ...(embeds && { embedder }),
  }
  return createHash('sha256')
    .update(canonical(measured) ?? '')
    .digest('hex')
    .slice(0, 32)
}

/** The experiments of a workspace, newest first. */
export const storedExperiments = async ({ store }: Session): Promise<SavedExperiment[]> =>
  (await store.read('experiments')).experiments

/** An experiment of the workspace. @throws Problem `not-found`. */
export async function experimentCalled(session: Session, id: string): Promise<SavedExperiment> {
  const found = (await storedExperiments(session)).find((one) => one.id === id)
  if (found) return found
  throw new Problem(
    'not-found',
    'This experiment is not in the workspace: it was deleted.',
    'Choose another one. Its runs are there still.',
  )
}

/**
 * The part of a change that writes down what became of a cell; nothing where that stands there
 * already, or where the experiment was deleted meanwhile. To be worked out where the change is.
 */
export async function notingChange(session: Session, experiment: string, noted: NotedCell) {
  const found = (await storedExperiments(session)).find(({ id }) => id === experiment)
  const changed = found && withNoted(found, noted)
  if (
    !changed ||
    canonical(found.cells.toSorted(byCell)) === canonical(changed.cells.toSorted(byCell))
  ) {
    return undefined
  }
  return { put: [changed] }
}

const byCell = (a: NotedCell, b: NotedCell): number => (a.cell < b.cell ? -1 : 1)

/** Writes down that a run is that of a cell. */
export const noteRun = (
  session: Session,
  experiment: string,
  noted: Required<Pick<NotedCell, 'cell' | 'run'>>,
): Promise<void> =>
  session.change(async () => {
    const experiments = await notingChange(session, experiment, noted)
    return experiments ? { experiments } : {}
  })

/**
 * Writes down why a cell could not be measured. Where even that cannot be written, who measures is
 * told all the same.
 */
export async function noteFailure(
  session: Session,
  experiment: string,
  { cell, error }: { cell: Cell; error: unknown },
): Promise<void> {
  const { message, fix } = problemReport(error)
  const noted = { cell: cellKey(cell), failed: { message, ...(fix && { fix }) } }
  await session
    .change(async () => {
      const experiments = await notingChange(session, experiment, noted)
      return experiments ? { experiments } : {}
    })
    .catch(() => undefined)
}
