import { z } from 'zod'
import type { SourceChange } from '../domain/catalog/source'
import type { Outdated } from '../domain/run/outdated'
import type { ServedTool } from '../domain/served/evidence'
import type { ToolId } from '../domain/tool/tool'
import type { FindingRow } from './lint'
import type { ProposalRow } from './proposal'
import type { ReviewRow } from './review'

/** What of a tool asks for a decision. */
export const ToDoKind = z.enum([
  /** Golden queries that it is right for and not given to. */
  'missed',
  /** What lint finds. */
  'finding',
  /** Proposed texts. */
  'text',
  /** Proposed edges that begin at it. */
  'edge',
  /** A definition that its source changed, and nobody has looked at yet. */
  'changed',
  /** That served agents are given often and never take, or call though no search gave it. */
  'served',
])
export type ToDoKind = z.infer<typeof ToDoKind>

/** A tool with all of it that asks for a decision. */
export interface ToDoRow {
  tool: ToolId
  name: string
  server?: string
  /** By kind: how much of it; absent where there is none. */
  counts: Partial<Record<ToDoKind, number>>
  /** What features found of it. */
  ofFeatures?: { kind: string; count: number; short: string }[]
  /** Golden queries that it is right for. */
  asked?: number
  /** Searches of served agents that did not give it, after which it was called. */
  missedByAgents?: number
  /** Golden queries that a change at its source broke, where that was measured. */
  broken?: number
  /** The gravest of its findings, by the title of its rule. */
  finding?: { severity: 'error' | 'warning' | 'note'; title: string }
}

export interface ToDoBasis {
  run: string
  /** Its title. */
  recipe: string
  goldenSet: string
  queries: number
  measuredAt: string
  k?: number
  /** Absent where measuring again would say the same. */
  outdated?: {
    /** What is another now. */
    parts: Outdated[]
    /** About how long it takes to measure it again, in ms; absent where that is not known. */
    againMs?: number | undefined
    /** Whether it may be measured again without anybody asking for it. */
    byItself: boolean
  }
}

export interface QueueListAnswer {
  total: number
  rows: ToDoRow[]
  /** Tools by kind, whatever is listed. */
  counts: Record<ToDoKind, number>
  /** Kinds that features add: their titles, and their tools, whatever is listed. */
  ofFeatures: { kind: string; title: string; tools: number }[]
  /** Tools with anything to do. */
  all: number
  /**
   * Searches of served agents of which nothing was taken, or that were asked again in other words.
   */
  untaken: number
  /**
   * The run that says what is missed; absent where the workspace's recipe was not measured on a
   * development set.
   */
  basis?: ToDoBasis
}

/** A golden query that a tool is right for and was not given to. */
export interface MissedQuery {
  id: string
  text: string
  /**
   * Where the tool stood, after the cut at k; absent where it was not among those that the run
   * kept.
   */
  place?: number
  /** How many tools the run kept. */
  kept: number
}

/** Something of a tool that a feature found. */
export interface FeatureItem {
  kind: 'feature'
  /** The feature's kind of it, and what people call that. */
  by: string
  title: string
  /** What was found, in a line, and each part of it. */
  text: string
  lines: string[]
  /** What it was found with. */
  basis: string
  /** How it is decided in the terminal. */
  how: string
}

/** One thing of a tool that asks for a decision. */
export type ToDoItem =
  /** Of the queries that miss it, the first. */
  | { kind: 'missed'; asked: number; missed: number; queries: MissedQuery[] }
  | { kind: 'text'; proposal: ReviewRow }
  | { kind: 'edge'; proposal: ProposalRow }
  | { kind: 'changed'; source: string; change: SourceChange }
  | ({ kind: 'served' } & ServedTool)
  | FeatureItem
  | { kind: 'finding'; title: string; finding: FindingRow }

export interface QueueToolAnswer {
  tool: ToolId
  name: string
  server?: string
  items: ToDoItem[]
  basis?: ToDoBasis
}
