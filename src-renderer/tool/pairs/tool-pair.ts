/** Two tools that are taken for each other. */
export interface ToolPair {
  one: string
  other: string
  /** Queries that one took from the other. */
  examples?: readonly { text: string; by: string }[]
}
