/** What an answer depends on: equal keys stand for the same question to the same model. */
export interface AnswerKey {
  /** The model's fingerprint: its name, digest and options. */
  model: string
  /** The prompt with its version: `decompose@2`. */
  prompt: string
  /** All that the model was sent. */
  text: string
}

/** An answer as it is looked at. */
export interface StoredAnswer extends Omit<AnswerKey, 'text'> {
  /** ISO 8601, when the model gave it. */
  at: string
  /** How the question began. */
  question: string
  /** How the answer began. */
  answer: string
}

export interface StoredAnswersSize {
  answers: number
  bytes: number
  /** What is kept at most; beyond, a part is forgotten, what was used longest ago first. */
  most: { answers: number; bytes: number }
}

/**
 * Answers of models, kept to be given again; several processes may use them, and empty them at any
 * time.
 */
export interface StoredAnswers {
  /** The answer as JSON; undefined where none is kept, or none that can be read. */
  get(key: AnswerKey): Promise<string | undefined>
  /** Keeps an answer. What cannot be written is not kept, which only costs asking again. */
  put(key: AnswerKey, answer: string): Promise<void>
  /** Those used last come first. */
  list(page: { offset: number; limit: number }): Promise<StoredAnswer[]>
  size(): Promise<StoredAnswersSize>
  /** Gives how many were removed. @throws Problem where they cannot be. */
  clear(): Promise<number>
}
