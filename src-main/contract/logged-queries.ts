import { z } from 'zod'
import type { HistoryFigures, HistoryStock } from '../domain/query/bundle'
import { LOGGED } from '../domain/query/logged-queries'
import type { ReportRow } from '../domain/catalog/import'
import { ToolId } from '../domain/tool/tool'
import type { Base } from './import'

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

export interface HistoryAddRunAnswer {
  goldenSet: string
  added: number
  /** There already with the same tools. */
  merged: number
  /** Of all that is logged by then. */
  stock: HistoryStock
  change?: Change
}
