export interface TokenCounter {
  /** The tokenizer's name, to stand beside every number it gives. */
  readonly tokenizer: string
  count(text: string): number
  /** Keeps what is worth keeping. */
  close?(): Promise<void>
}
