/** Two tools that are taken for each other. */
export interface ToolPair {
  one: string
  other: string
  /** Queries where one was found instead of the other. */
  examples?: readonly { text: string; by: string }[]
}
