/** How many tokens a text has. */
export interface TokenCount {
  tokens: number
  /**
   * Whether it is about as many: the text, or a stretch of it without a break, is too long to be
   * counted exactly.
   */
  isEstimate: boolean
}

export interface TokenCounter {
  /** The tokenizer's name, to stand beside every number it gives. */
  readonly tokenizer: string
  count(text: string): TokenCount
  /** Keeps what is worth keeping. */
  close?(): Promise<void>
}
