import { z } from 'zod'
import { GOLDEN } from '../domain/query/golden-limits'
import { GoldenQuery } from '../domain/query/golden-set'
import { ToolId } from '../domain/tool/tool'
import type { LoggedTool } from './logged-tool'
import { page } from './page'

/**
 * The change that a request made, by which it can be undone as long as the app runs; absent where
 * nothing changed.
 */
export type Change = string

export const SetName = z.string().trim().min(1).max(GOLDEN.longestSetName)

export const GoldenPage = {
  ...page(200),
}

/** A golden query as it is written: its bounds are told in words, see {@link GOLDEN}. */
export const WrittenQuery = GoldenQuery.pick({
  grades: true,
  calls: true,
  turns: true,
  tags: true,
}).extend({
  /** Left out: a new one. */
  id: z.string().min(1).max(1_000).optional(),
  text: z.string().max(1_000_000),
  tools: z.array(ToolId).max(10_000),
  /** Has to be said of a query that names no tool, and of no other. */
  noTool: z.boolean().default(false),
})

export type WrittenQuery = z.output<typeof WrittenQuery>

/** A text of the workspace that a golden query says as well, or nearly. */
export interface Leak {
  kind:
    /** That an author wrote for a tool, and which is indexed with it. */
    | 'question'
    /**
     * Of a tool's imported definition, or of its standardised fields as they came or its author
     * corrected them.
     */
    | 'example'
    | 'logged'
  text: string
  /** Whose question or example it is. */
  tool?: ToolId
  /** Word for word, whatever case and spaces; else nearly. */
  isSame: boolean
}

export interface GoldenRow {
  /** Equal for equal rows of one set, and none else. */
  id: string
  query: GoldenQuery
  /** The right tools by name, in their order. */
  tools: LoggedTool[]
  leaks: Leak[]
}

/** Which queries of a set are listed. */
export const GoldenShow = z.enum([
  'all',
  /** That name a tool. */
  'positive',
  /** That no tool fits. */
  'negative',
  'leaks',
  /** A right tool or an expected call of which is not in the catalog. */
  'astray',
])

export type GoldenShow = z.infer<typeof GoldenShow>

/** How a set is split in two. */
export const SplitWay = z.discriminatedUnion('by', [
  /** A share of the queries, drawn. */
  z.object({
    by: z.literal('seed'),
    share: z.number().gt(0).lt(1),
    seed: z.number().int().min(0).default(1),
  }),
  /** All queries of some tools: those named, or a share of the tools, drawn. */
  z.object({
    by: z.literal('tools'),
    tools: z.array(ToolId).min(1).max(10_000).optional(),
    share: z.number().gt(0).lt(1).default(0.2),
    seed: z.number().int().min(0).default(1),
  }),
])

export type SplitWay = z.infer<typeof SplitWay>

export interface GoldenQueriesAnswer {
  total: number
  queries: GoldenQuery[]
  /** Golden tools that the catalog does not hold. */
  unknownTools: ToolId[]
}

export interface GoldenPageAnswer {
  total: number
  rows: GoldenRow[]
  /** Of all queries of the set, whatever is sought. */
  counts: {
    all: number
    negative: number
    leaks: number
    astray: number
  }
  /** The tags that there are, by name. */
  tags: {
    tag: string
    queries: number
  }[]
}

export interface GoldenCheckAnswer {
  /** Why it would be refused. */
  faults: string[]
  /** What to know of it that refuses nothing. */
  notices: string[]
  leaks: Leak[]
  /** Another query of the set that says the same. */
  same?: GoldenQuery
}

export interface GoldenSaveAnswer {
  query: GoldenQuery
  isNew: boolean
  /** Of the set by then. */
  queries: number
  leaks: Leak[]
  notices: string[]
  change?: Change
}

export interface GoldenAddAnswer {
  added: number
  /** `at`: the place among those given. */
  refused: {
    at: number
    why: string
  }[]
  change?: Change
}

export interface GoldenRemoveAnswer {
  removed: number
  change?: Change
}

export interface GoldenTagAnswer {
  changed: number
  change?: Change
}

export interface GoldenGiveTiersAnswer extends GoldenTagAnswer {
  /** Why some were left as they are, a line each. */
  refused: string[]
}

export interface GoldenMoveAnswer {
  moved: number
  /** That the other set says already. */
  left: number
  change?: Change
}

export interface GoldenSetApartAnswer {
  /** The name of the test set. */
  test: string
  queries: number
  /** In the set that they were taken from. */
  left: number
  change?: Change
}

export interface GoldenSplitAnswer {
  part: number
  rest: number
  /** Tools on the side of the part, where it is split by tools. */
  tools?: number
  /**
   * Queries of tools on both sides, which neither set takes: the first few of them, and how many
   * there are.
   */
  both: {
    queries: number
    first: {
      id: string
      text: string
    }[]
  }
  change?: Change
}

export interface GoldenCreateAnswer {
  created: string
  change?: Change
}

export interface GoldenRenameAnswer {
  name: string
  change?: Change
}

export interface GoldenDeleteAnswer {
  deleted: string
  change?: Change
}
