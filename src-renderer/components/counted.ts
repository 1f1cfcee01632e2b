/** A number with its noun: `1 tool`, `4,076 tools`, `2 queries`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? noun : plural}`
