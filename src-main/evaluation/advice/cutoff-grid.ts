/** Every cut-off up to it is looked at; beyond, curves are so flat that every eighth part more is enough. */
const EVERY_UP_TO = 16

/** The cut-offs that are looked at between 1 and the largest, rising, those measured among them: about forty up to 128. */
export function cutoffGrid(measured: readonly number[]): number[] {
  const largest = Math.max(0, ...measured)
  const grid = new Set(measured)
  for (let k = 1; k <= largest; k += k < EVERY_UP_TO ? 1 : Math.floor(k / 8)) grid.add(k)
  return [...grid].sort((a, b) => a - b)
}
