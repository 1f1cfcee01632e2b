import type { RouteOutput } from '../../../src-main/contract/routes'
import type { JsonObject, ToolId } from '../../../src-main/domain/tool'

export type Answer = RouteOutput<'query.run'>
export type Known = RouteOutput<'query.known'>
export type PlaygroundTab = 'set' | 'trace' | 'why'

/** A query and what it is run with: later changes of the controls do not touch it. */
export interface Asked {
  text: string
  recipe: string
  options: JsonObject
  k: number
  /** The embedder of the settings; left out until they are known. */
  embedder?: string
}

/** What the playground holds; lives as long as the window shows its workspace. */
export interface PlaygroundState {
  text: string
  /** The recipe chosen; the one of the settings until then. */
  recipe?: string
  /** By recipe: its options that differ from the defaults. */
  options: Record<string, JsonObject>
  k?: number
  /** What was asked last, whatever came of it, and the commit of the workspace it was asked of. */
  attempt?: Asked & { commit: string }
  /** What the answer on show answers. */
  asked?: Asked
  answer?: Answer
  /** Recent queries, the latest first. */
  history: string[]
  /** The tool whose card is open: of the set, below it, or any other of the catalog. */
  selected?: ToolId
  tab: PlaygroundTab
  /** Whether scores are shown as numbers too. */
  raw: boolean
}

const HISTORY = 20

/** The history with a query put first; a query stands in it once. */
export const remember = (history: readonly string[], text: string): string[] =>
  [text, ...history.filter((known) => known !== text)].slice(0, HISTORY)
