/** Counts of several things, from the fewest to the most where they differ: `40–80`. */
export const countRange = (
  counts: readonly number[],
  write: (count: number) => string = String,
): string =>
  [...new Set([Math.min(...counts), Math.max(...counts)])].map((count) => write(count)).join('–')
