/** A server of a catalog. */
export interface ServerRow {
  server: string
  /** How many tools of the catalog are of it; 0 where it waits for them to come back. */
  tools: number
  /** Empty where it says nothing of itself. */
  description: string
}

export interface ServerDescribed {
  server: string
  description: string
  before: string
  /** By which it can be taken back; absent where it says so already. */
  change?: string
}
