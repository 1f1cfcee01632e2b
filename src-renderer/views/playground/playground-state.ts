import type { ActionAnswer } from '../../../src-main/features/actions'
import type { JsonObject, ToolId } from '../../../src-main/domain/tool/tool'

export type Answer = ActionAnswer<'query.run'>
export type Known = ActionAnswer<'query.known'>
/** Features have others. */
export type PlaygroundTab = 'set' | 'trace' | 'why' | 'try' | (string & {})
/** Of two recipes side by side. */
export type Side = 'A' | 'B'

/** A query and what it is run with: later changes of the controls do not touch it. */
export interface Asked {
  text: string
  recipe: string
  options: JsonObject
  k: number
  /** The embedder of the settings; left out until they are known. */
  embedder?: string
  /** What was said before it, the oldest first. */
  turns: readonly string[]
  /** The tools that the agent holds already. */
  held: readonly ToolId[]
}

/** As a request takes it. */
export const inputOf = ({ turns, held, ...asked }: Asked) => ({
  ...asked,
  turns: [...turns],
  held: [...held],
})

/** What the playground holds; lives as long as the window shows its workspace. */
export interface PlaygroundState {
  text: string
  /** The recipe chosen; the one that the workspace works with until then. */
  recipe?: string
  /** By recipe: its options that differ from the defaults, once any were set. */
  options: Record<string, JsonObject>
  k?: number
  /** What was asked last, whatever came of it, and the commit of the workspace it was asked of. */
  attempt?: Asked & { commit: string }
  /** What the answer on show answers. */
  asked?: Asked
  answer?: Answer
  /** What the next query follows up on: what was said before it, and the tools given for that. */
  turns: readonly string[]
  held: readonly ToolId[]
  /** Recent queries, the latest first. */
  history: string[]
  /** The tool whose card is open: of the set, below it, or any other of the catalog. */
  selected?: ToolId
  tab: PlaygroundTab
  /** Whose trace, tools and reasons are on show, where two recipes stand side by side. */
  side: Side
  /** Whether scores are shown as numbers too. */
  raw: boolean
  /** Whether the query is to be saved as a golden one, before any tool is ticked. */
  saves: boolean
}

/** A playground in which nothing was asked yet. */
export const emptyState = (): PlaygroundState => ({
  text: '',
  options: {},
  turns: [],
  held: [],
  history: [],
  tab: 'set',
  side: 'A',
  raw: false,
  saves: false,
})

const HISTORY = 20

/** The history with a query put first; a query stands in it once. */
export const remember = (history: readonly string[], text: string): string[] =>
  [text, ...history.filter((known) => known !== text)].slice(0, HISTORY)
