/** An answer that a language model gave, and that is given again to the same question. */
export interface StoredAnswer {
  at: string
  /** The model's name, digest and options. */
  model: string
  /** The prompt with its version: `decompose@2`. */
  prompt: string
  /** How the question began, and its answer. */
  question: string
  answer: string
}
