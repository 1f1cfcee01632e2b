/** Answers of models, kept to be given again. May be emptied at any time. */
export interface ResponseCache {
  get(key: string): Promise<string | undefined>
  put(key: string, answer: string): Promise<void>
}
