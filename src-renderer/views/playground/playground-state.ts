import type { RouteOutput } from '../../../src-main/contract/routes'
import type { JsonObject, ToolId } from '../../../src-main/domain/tool'

export type Answer = RouteOutput<'query.run'>
export type PlaygroundTab = 'set' | 'trace' | 'why'

/** The query that was run, and what it was run with: later changes of the controls do not touch it. */
export interface Asked {
  text: string
  recipe: string
  options: JsonObject
  k: number
}

/** What the playground holds; lives as long as the window shows its workspace. */
export interface PlaygroundState {
  text: string
  /** The recipe chosen; the one of the settings until then. */
  recipe?: string
  /** By recipe: its options that differ from the defaults. */
  options: Record<string, JsonObject>
  k?: number
  asked?: Asked
  answer?: Answer
  /** Recent queries, the latest first. */
  history: string[]
  selected?: ToolId
  tab: PlaygroundTab
}

const HISTORY = 20

/** The history with a query put first; a query stands in it once. */
export const remember = (history: readonly string[], text: string): string[] =>
  [text, ...history.filter((known) => known !== text)].slice(0, HISTORY)
