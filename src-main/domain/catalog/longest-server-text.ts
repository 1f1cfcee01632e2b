/** Characters: as long as a model is shown of it, and longer than any description that was seen. */
export const LONGEST_SERVER_TEXT = 2_000
