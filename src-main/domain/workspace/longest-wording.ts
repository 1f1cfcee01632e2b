/** Of a prompt, in characters: an instruction, not a document. */
export const LONGEST_WORDING = 8000
