export interface Clock {
  /** Milliseconds from some fixed moment, with fractions; only differences mean anything. */
  elapsedMs(): number
  /** Now, as ISO 8601 in UTC. */
  timestamp(): string
  /** Calls back every `ms` milliseconds; gives the way to stop. Keeps no process running. */
  every(ms: number, call: () => void): () => void
}
