import { z } from 'zod'
import { LintSeverity, type LintFinding } from '../domain/catalog/lint'
import type { SourceChange } from '../domain/catalog/source'
import { EdgeClue } from '../domain/proposal/edge'
import { ProposedPart } from '../domain/proposal/text'
import { Verdict } from '../domain/proposal/verdict'
import type { Outdated } from '../domain/run/outdated'
import type { ServedTool } from '../domain/served/evidence'
import { ToolId } from '../domain/tool/tool'
import type { FindingRow, RuleRow } from './lint'
import type { Pair, ProposalRow } from './proposal'
import type { ProblemReport } from './reply'
import { ReviewGate, type ReviewRow } from './review'
import { SearchText } from './search-text'

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

/** Whether things wait, or how they were decided; a dismissed finding is rejected. */
export const ToDoState = z.enum(['open', ...Verdict.options])
export type ToDoState = z.infer<typeof ToDoState>

/** Values of one filter: more than there are kinds, or rules. */
const MOST_VALUES = 100
/** An id of a kind or a rule, which a workspace or a feature may lack. */
const Known = z.string().max(200)
const several = <Value extends z.ZodType>(value: Value) =>
  z.array(value).min(1).max(MOST_VALUES).optional()

/** Which things are shown. What narrows one kind leaves the others as they are. */
export const ToDoFilters = {
  state: ToDoState.default('open').describe(
    'things that wait for a decision, or how they were decided: a dismissed finding is rejected',
  ),
  kinds: several(Known).describe(
    `only tools with something of these kinds, such as ${ToDoKind.options.join(', ')}; left out: of any`,
  ),
  rules: several(Known).describe('of findings, only those of these rules, by id'),
  severities: several(LintSeverity).describe('of findings, only those so severe'),
  parts: several(ProposedPart).describe('of proposed texts, only those of these parts'),
  gates: several(ReviewGate).describe('of proposed texts, only those of which this was measured'),
  clues: several(EdgeClue).describe(
    'of proposed edges, only those that these clues speak for most',
  ),
  atLeast: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe('of proposed edges that wait, only those at least so sure'),
  about: ToolId.optional().describe('only things of this tool, by its id, and edges to it'),
  search: SearchText,
}
export type ToDoFilters = z.output<z.ZodObject<typeof ToDoFilters>>

/** In which order tools are listed. */
export const ToDoOrder = z.enum(['weight', 'name', 'helps', 'worth', 'sure'])
export type ToDoOrder = z.infer<typeof ToDoOrder>

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
  finding?: { severity: LintSeverity; title: string }
  /** Not in the catalog now: what was proposed of it is left. */
  isGone?: true
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

/** Things that a feature could not look for: how many there are is not known. */
export interface FailedKind {
  /** What people call them. */
  title: string
  problem: ProblemReport
}

export interface QueueListAnswer {
  total: number
  rows: ToDoRow[]
  /** How many things of each kind the filters show. */
  shown: Record<ToDoKind, number>
  /** Tools in each state, whatever is listed. */
  states: Record<ToDoState, number>
  /** Things of the state by what narrows them, whatever is listed. */
  rules: RuleRow[]
  parts: Partial<Record<ProposedPart, number>>
  /** Of things that wait: what was decided is not measured again. */
  gates: Record<ReviewGate, number>
  clues: Partial<Record<EdgeClue, number>>
  /** Tools of the state by kind, whatever is listed. */
  counts: Record<ToDoKind, number>
  /** Kinds that features add: their titles, and their tools, whatever is listed. */
  ofFeatures: { kind: string; title: string; tools: number }[]
  /** Absent where every feature could be asked. */
  failed?: FailedKind[]
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
  /** How many more there are: filters leave them out, or there are too many to give. */
  leftOut: number
  failed?: FailedKind[]
  basis?: ToDoBasis
}

/** Kinds of things that are decided many at once. */
export const DecidedAtOnce = z.enum(['text', 'edge', 'finding', 'changed'])
export type DecidedAtOnce = z.infer<typeof DecidedAtOnce>

/** Things of one kind by name, as the actions that decide them take them. */
export interface QueueThingsAnswer {
  /** All that the filters show, of which the first are named. */
  total: number
  texts: string[]
  edges: z.infer<typeof Pair>[]
  findings: Pick<LintFinding, 'rule' | 'tool' | 'where' | 'mark'>[]
  /** Tools whose definition was changed by their source. */
  changed: ToolId[]
}
