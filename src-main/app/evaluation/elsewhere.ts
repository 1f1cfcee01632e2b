import type { Elsewhere } from '../../evaluation/evaluate'
import type { Run } from '../../domain/run/run'
import { LABELLED_KEY } from '../../pipeline/kit'
import { promptsOf, sourcesOf } from '../../pipeline/stage'
import type { WorkspaceState } from '../../ports/workspace-store'
import type { Catalog } from '../workspaces/catalog'
import type { OtherThread, StartOtherThreads } from '../other-threads'
import type { Cell } from './cells'
import type { PastQueries } from './past-queries'
import { takesItsTime } from '../../domain/model/names'

/**
 * Threads that ask queries for an experiment: started for the first cell that takes long, ended
 * with the experiment.
 */
export interface Helpers {
  threads(): readonly OtherThread[]
  /** Said of each cell, before any of its queries is asked. */
  cellBegins(): void
  /**
   * How long they take to begin with a cell, in ms: the start itself is shared by this and all
   * cells to come.
   */
  readyMs(): number
  close(): Promise<void>
}

/** @param cells how many an experiment has at most */
export function helpersFor(cells: number, start: StartOtherThreads = () => []): Helpers {
  let started: OtherThread[] | undefined
  let left = cells + 1
  return {
    threads: () => (started ??= start()),
    cellBegins: () => void left--,
    readyMs: () => ANSWERS_IN_MS + (started ? 0 : STARTS_IN_MS / Math.max(1, left)),
    async close() {
      await Promise.all((started ?? []).map((thread) => thread.close()))
    },
  }
}

/** What the cells of an experiment are measured on, as far as other threads must know. */
export interface CellsMeasuredOn extends Pick<Run, 'split'> {
  dir: string
  catalog: Catalog
  /** The commit that left the catalog so. */
  state: WorkspaceState
  /** Whether golden sets name what their tools need. */
  namesDependencies: boolean
  helpers: Helpers
}

/**
 * Each thread holds the catalog once more: some 200 MB of a thousand MB with the indexes of one so
 * large.
 */
const MOST_TOOLS = 20_000
/** To start a thread and open a workspace of a thousand tools in it. */
const STARTS_IN_MS = 1_500
/** To read the queries and write what they gave. */
const ANSWERS_IN_MS = 50

/** Golden queries may be others by now than those that the cell is measured with. */
const readsLabels = (pipeline: Cell['pipeline']): boolean =>
  sourcesOf(pipeline).some(({ key }) => key === LABELLED_KEY)

/** Whether another thread gives the same, and has more to do than to wait. */
export const canAskElsewhere = (
  { pipeline, embeds, embedder }: Pick<Cell, 'pipeline' | 'embeds' | 'embedder'>,
  { tools }: Pick<Catalog, 'tools'>,
): boolean => {
  const waits = promptsOf(pipeline).length > 0 || (embeds && takesItsTime(embedder))
  return !waits && !readsLabels(pipeline) && tools.length <= MOST_TOOLS
}

/**
 * Other threads that ask a cell's queries too; undefined where they would do no good, as a model or
 * an embedder that takes its time is waited for, and where what is measured is not the workspace's
 * own catalog with its own logged queries, or depends on its golden queries.
 */
export function elsewhereFor(
  { helpers, dir, catalog, state, split, namesDependencies }: CellsMeasuredOn,
  { cell, past, signal }: { cell: Cell; past: PastQueries | undefined; signal: AbortSignal },
): Elsewhere | undefined {
  helpers.cellBegins()
  const { recipe, options, embedder, k, catalogSize } = cell
  if (split || !canAskElsewhere(cell, catalog)) return undefined
  const asked = {
    dir,
    options,
    embedder,
    k,
    namesDependencies,
    catalogSize,
    recipe: recipe.id,
    catalog: state.catalog,
    history: past?.provenance.hash,
  }
  return {
    readyMs: () => helpers.readyMs(),
    ask: () =>
      helpers
        .threads()
        .map(
          (thread) => (queries) =>
            thread.request('evaluation.ask', { ...asked, queries: [...queries] }, signal),
        ),
  }
}
