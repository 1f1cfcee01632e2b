/** A text by which the same words are the same, whatever their case and the spaces between them. */
export const sameText = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
