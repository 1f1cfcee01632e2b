import { z } from 'zod'
import type { ToolId } from '../domain/tool/tool'

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
])
export type ToDoKind = z.infer<typeof ToDoKind>

/** A tool with all of it that asks for a decision. */
export interface ToDoRow {
  tool: ToolId
  name: string
  server?: string
  /** By kind: how much of it; absent where there is none. */
  counts: Partial<Record<ToDoKind, number>>
  /** Golden queries that it is right for. */
  asked?: number
  /** The gravest of its findings, by the title of its rule. */
  finding?: { severity: 'error' | 'warning' | 'note'; title: string }
}

export interface ToDoBasis {
  run: string
  /** Its title. */
  recipe: string
  goldenSet: string
  queries: number
  /** Changes since then are not in it. */
  measuredAt: string
  k?: number
}

export interface QueueListAnswer {
  total: number
  rows: ToDoRow[]
  /** Tools by kind, whatever is listed. */
  counts: Record<ToDoKind, number>
  /** Tools with anything to do. */
  all: number
  /** The run that says what is missed; absent where the workspace's recipe was not measured on a development set. */
  basis?: ToDoBasis
}
