/** A text by which the same words are the same, whatever their case and the spaces between them. */
export const sameText = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * A text by which the same letters and digits in a row are the same, whatever stands between them;
 * empty where it has none.
 */
export const bareText = (text: string): string =>
  sameText(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '))
