/** A text that begins a sentence, or stands alone. */
export const capitalised = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`
