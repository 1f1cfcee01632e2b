export interface Clock {
  /** Milliseconds from some fixed moment, with fractions; only differences mean anything. */
  elapsedMs(): number
  /** Now, as ISO 8601 in UTC. */
  timestamp(): string
}
