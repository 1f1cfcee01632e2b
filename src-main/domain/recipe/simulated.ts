/** What a recipe knows of the provider’s own search that it stands for. */
export interface Simulated {
  /** Whose search it is. */
  by: string
  /** Where it is described or its source stands, and the day on which that was read. */
  page: string
  read: string
  /** What is not published, and what is taken instead, a sentence each. */
  assumed: readonly string[]
}
