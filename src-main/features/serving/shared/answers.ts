import { z } from 'zod'
import type { SearchOutcome } from '../../../domain/served/follow-up'
import type { ServedRequest } from '../../../domain/served/request'
import type { LoggedTool } from '../../../contract/logged-tool'

/** What is listed of served requests. */
export const ServedShow = z.enum([
  'all',
  'searches',
  /** By what became of the search. */
  'called',
  'tried',
  'fetched',
  'asked again',
  'nothing taken',
  'failed',
])
export type ServedShow = z.infer<typeof ServedShow>

/** What counts as taken: what was called, or what was only fetched too. */
export const ServedGrade = z
  .enum(['called', 'fetched'])
  .describe(
    'called: tools that were called without a fault; fetched: those whose definition was fetched too',
  )

/** A request of a served agent as it is listed. */
export interface ServedRow extends Omit<ServedRequest, 'tools' | 'session'> {
  tools: LoggedTool[]
  /** Of a search: what became of it, and the tools that were taken of it. */
  outcome?: SearchOutcome
  called?: LoggedTool[]
  fetched?: LoggedTool[]
  /** Called after it though no search had given them. */
  unlisted?: LoggedTool[]
  /** What was searched for next, where that was at once. */
  again?: string
}

export interface ServedListAnswer {
  total: number
  rows: ServedRow[]
}

/** What there is of requests in all. */
export interface ServedSumsAnswer {
  /** Of all, by {@link ServedShow}. */
  counts: Record<ServedShow, number>
  /**
   * By what agents read of the search, where that was worded in several ways: of searches of which
   * it is known what was taken.
   */
  wordings?: { wording: string; searches: number; taken: number }[]
  /** When the oldest was answered; absent where none is kept. */
  since?: string
  bytes: number
  most: { bytes: number; days: number }
}

/** Searches that became golden queries, to be replayed. */
export interface ServedGoldenAnswer {
  set: string
  queries: number
  /** Beyond what a set holds: the newest are in it. */
  left: number
  gone: number
  change?: string
}

/** A tool that is better in every prompt than searched for. */
export interface AlwaysLoadedTool {
  tool: LoggedTool
  /** Shares of what used it; absent where there is too little to tell. */
  ofSessions?: number
  ofQueries?: number
  /** Of its definition, which every prompt would hold. */
  tokens: number
}

export interface AlwaysLoadedAnswer {
  /** Sessions in which any tool was fetched or called, and golden queries of development sets. */
  sessions: number
  queries: number
  /** Of each, so many are needed at least. */
  fewest: { sessions: number; queries: number }
  /** The least share of either. */
  share: number
  /** Those that most sessions use first. */
  tools: AlwaysLoadedTool[]
  /** Of all of these. */
  tokens: number
  tokenizer: string
}
