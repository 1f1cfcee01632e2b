import { takesItsTime } from '../../domain/model/names'
import {
  asksModel,
  commonBeginnings,
  counted,
  sharing,
  type SharedRuns,
  type Sharing,
} from '../../pipeline/sharing'
import { stagesOf, type AnyStage } from '../../pipeline/stage'
import type { Cell } from './cells'

/** Kept for cells that begin alike, all stages and queries together: some 20 MB. */
const MOST_TOOLS = 200_000
/** As many as retrievers fetch by default. */
const TOOLS_OF_A_STAGE = 100

/** What the cells of an experiment share. */
export interface CellSharing {
  /**
   * What the runs of one cell share with others; undefined where there is nothing worth sharing.
   */
  of(cell: Cell): Sharing | undefined
  /** Of all cells so far. */
  runs: Readonly<SharedRuns>
}

/**
 * What the cells of an experiment share: whatever a model gave, and what searches by an embedder
 * that takes its time gave where several cells begin with them. Searching words, or with Instant,
 * takes less time than it would take to remember.
 */
export function sharingFor(cells: readonly Cell[], queries: number): CellSharing {
  const areFew = queries * TOOLS_OF_A_STAGE <= MOST_TOOLS
  const byEmbedder = new Map<string, Sharing>()
  const runs: SharedRuns = { asked: 0, taken: 0 }
  for (const [embedder, alike] of Map.groupBy(cells, (cell) => cell.embedder)) {
    const isCommon = commonBeginnings(alike.map(({ pipeline }) => pipeline))
    const isSearchShared = areFew && takesItsTime(embedder)
    const isShared = (stage: AnyStage) =>
      asksModel(stage) || (isSearchShared && embeds(stage) && isCommon(stage))
    byEmbedder.set(embedder, counted(sharing(isShared, MOST_TOOLS), runs))
  }
  return {
    runs,
    of({ embedder, pipeline }) {
      const shared = byEmbedder.get(embedder)
      return stagesOf(pipeline).some((stage) => shared?.isShared(stage)) ? shared : undefined
    },
  }
}

const embeds = (stage: AnyStage): boolean => (stage.sources ?? []).some((source) => source.embeds)
