import type { JsonObject, ToolId } from '../../../domain/tool/tool'
import type { Estimate, Run } from '../../../domain/run/run'

/**
 * The ways in which tools of a living catalog change. The levels (tool, parameter, description) are
 * those of MCPEvol-Bench (arXiv 2607.14642), whose own list of operators has no published names:
 * these names and rules are ours.
 */
export const CHANGES = {
  rename: {
    level: 'tool',
    title: 'Renamed',
    what: 'another verb, another order of the words, or another case style',
  },
  split: {
    level: 'tool',
    title: 'Split',
    what: 'two tools share out its parameters and sentences; either one is right then',
  },
  merge: {
    level: 'tool',
    title: 'Merged',
    what: 'it and the nearest tool of its server become one, which is right for both',
  },
  deprecate: {
    level: 'tool',
    title: 'Gone',
    what: 'nothing stands in for it; a query is held against its other right tools, and left out where it has none',
  },
  copy: {
    level: 'tool',
    title: 'Copied next to it',
    what: 'its nearest neighbour also comes from another server, in other words; the old tool stays right',
  },
  'rename-parameters': {
    level: 'parameter',
    title: 'Parameters renamed',
    what: 'other words, another order or another case style',
  },
  'prune-parameters': {
    level: 'parameter',
    title: 'Optional parameters dropped',
    what: 'some or all of them',
  },
  'add-parameters': {
    level: 'parameter',
    title: 'Optional parameters added',
    what: 'such as a limit or a language',
  },
  reword: {
    level: 'description',
    title: 'Reworded',
    what: 'synonyms, the first sentence alone, or an opening that many tools share',
  },
  'reword-parameters': {
    level: 'description',
    title: 'Parameters reworded',
    what: 'their descriptions, by the same rules',
  },
} as const satisfies Record<string, { level: string; title: string; what: string }>

export type ChangeKind = keyof typeof CHANGES
export const CHANGE_KINDS = Object.keys(CHANGES) as ChangeKind[]

/**
 * Those of which tools are mixed: a tool that is gone makes way for others, so that hardly a query
 * could lose by it.
 */
export const MIXED_KINDS = CHANGE_KINDS.filter((kind) => kind !== 'deprecate')

/**
 * What changes did to the queries that can be compared; figures that are counted are means over the
 * seeds.
 */
export interface ChangeEffect {
  /** Queries that were compared with any seed. */
  queries: number
  /** Recall before and after, of the same queries, and how these differ. */
  before: Estimate
  after: Estimate
  difference: Estimate
  /**
   * Of the right tools that a query is given today, the share that it is given afterwards: over the
   * queries that are given any; absent where none is.
   */
  kept?: Estimate
  /** Queries that are given fewer of their right tools than before. */
  lost: number
  /** Tools that are others; of some, no rule has anything to change. */
  changed: number
  /** Tools that stay as they are, as the change would have made them equal to another one. */
  undone: number
  /** Queries whose right tools are all gone. */
  leftOut: number
  /** Queries answered without a part of the recipe, before or after, which say nothing. */
  degraded: number
}

/** A right tool that is no longer given once tools change. */
export interface BreakingTool {
  tool: ToolId
  name: string
  server?: string
  /** Answers after a change for which it is right, and that had it before. */
  asked: number
  /** Those of them that lack it. */
  lost: number
  /** The lost ones by what changed, most first. */
  by: { kind: ChangeKind; lost: number }[]
}

/** How much of what a recipe finds it still finds once some tools of the catalog are others. */
export interface Robustness {
  recipe: string
  options: JsonObject
  /** The recipe’s title. */
  askedOf: string
  /** Absent where the recipe decides how many tools there are. */
  k?: number
  /** Where the recipe compares embeddings. */
  embedder?: string
  goldenSet: string
  /** Queries that were asked, of those that name a tool. */
  queries: number
  of: number
  /**
   * How often tools were drawn, and the share of all that can be given that was drawn each time.
   */
  seeds: number
  share: number
  measuredAt: string
  /** What is said in a sentence: each tool drawn changed in one of the mixed ways. */
  all: ChangeEffect
  kinds: ({ kind: ChangeKind } & ChangeEffect)[]
  /**
   * The right tools that are lost most often when one kind of change is made, most first; a few of
   * `broken`.
   */
  breaks: BreakingTool[]
  broken: number
  /** What stages could not do, each once. */
  degraded: string[]
}

/**
 * Whether that is of the recipe of a run, with its options, embedder and golden set, and of this k;
 * of what decides these itself, nothing is told.
 */
export const isOfRun = (
  measured: Robustness,
  run: Pick<Run, 'recipe' | 'options' | 'embedder' | 'goldenSet'>,
  k: number | undefined,
): boolean =>
  measured.recipe === run.recipe &&
  measured.goldenSet === run.goldenSet &&
  (measured.k === undefined || measured.k === k) &&
  (measured.embedder === undefined || measured.embedder === run.embedder) &&
  Object.entries(run.options).every(
    ([name, value]) => JSON.stringify(measured.options[name]) === JSON.stringify(value),
  )
