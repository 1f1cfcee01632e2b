import type { Change } from '../../../contract/logged-queries'
import type { LoggedTool } from '../../../contract/logged-tool'
import type { HistoryFigures, HistoryStock, LogSource } from '../../../domain/query/bundle'
import type { ToolId } from '../../../domain/tool/tool'

export interface LoggedQuery {
  id: string
  query: string
  tools: LoggedTool[]
  /** Absent where it is not known when it was logged. */
  loggedAt?: string
  from?: LogSource
  /** Of one that was served. */
  grade?: 'called' | 'fetched'
  /**
   * A golden set that holds the same query, or nearly: what is learned from it is not to be
   * measured with it.
   */
  golden?: string
}

/** All logged queries that took just the same tools. */
export interface LoggedBundle {
  tools: LoggedTool[]
  queries: number
  /** When the first and the last of those were logged of which that is known. */
  first?: string
  last?: string
  undated: number
  synthetic: number
  /** One of its queries. */
  example: string
}

export interface HistoryListAnswer {
  total: number
  rows: LoggedQuery[]
  /** Of all, whatever is sought. */
  figures: HistoryFigures
  stock: HistoryStock
}

export interface HistoryBundlesAnswer {
  total: number
  rows: LoggedBundle[]
  /** Of all, whatever is sought. */
  stock: HistoryStock
}

export interface HistoryEditAnswer {
  id: string
  merged: boolean
  change?: Change
}

export interface HistoryEditBundleAnswer {
  edited: number
  merged: number
  change?: Change
}

/** A logged query as `history.import` reads it. */
export interface WrittenQuery {
  query: string
  tools: ToolId[]
}

export interface HistoryRemoveAnswer {
  removed: number
  /** Ids that no logged query has. */
  missing: string[]
  /** What was removed, where that is asked for. */
  queries?: WrittenQuery[]
  change?: Change
}
