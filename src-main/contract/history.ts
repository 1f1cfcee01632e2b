import { z } from 'zod'
import type { HistoryFigures, HistoryStock, LogSource } from '../domain/query/bundle'
import { LOGGED } from '../domain/query/logged-queries'
import type { ReportRow } from '../domain/catalog/import'
import { ToolId } from '../domain/tool/tool'
import type { Base } from './import'
import type { LoggedTool } from './logged-tool'

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

/**
 * The change that a request made, by which it is taken back as long as the app runs; absent where
 * nothing changed.
 */
export type Change = string

export const LoggedText = z.string().trim().min(1).max(LOGGED.longestQuery)

export const LoggedTools = z.array(ToolId).min(1).max(LOGGED.mostTools)

export interface HistoryImportAnswer {
  format: string
  added: number
  /** Queries of the files that are there already with the same tools, or come twice. */
  merged: number
  sample: {
    text: string
    tools: ToolId[]
  }[]
  report: ReportRow[]
  /** Of all that is logged by then. */
  figures: HistoryFigures
  change?: Change
  base: z.infer<typeof Base>
}

export interface HistoryAddAnswer {
  id: string
  /** Whether it was not there already. */
  isNew: boolean
  figures: HistoryFigures
  change?: Change
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

export interface HistoryAddRunAnswer {
  goldenSet: string
  added: number
  /** There already with the same tools. */
  merged: number
  /** Of all that is logged by then. */
  stock: HistoryStock
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
