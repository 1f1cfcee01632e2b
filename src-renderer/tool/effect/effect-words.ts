import type { LayerEffect } from '../../../src-main/contract/effect'

/** Room above and below the line, of 20. */
const MARGIN = 3

/**
 * How far down a place is drawn, 0 to 20: the first places take most of the room, and what is not
 * looked at lies lowest.
 */
export function placeHeight(place: number | undefined, depth = 30): number {
  const share = place === undefined ? 1 : Math.log(place) / Math.log(depth + 1)
  return MARGIN + share * (20 - 2 * MARGIN)
}

/**
 * `#3`; for a tool that is not among those looked at `>30`, or a dash where only those given are.
 */
export function placeText(place: number | undefined, depth: number | undefined): string {
  if (place !== undefined) return `#${place}`
  return depth === undefined ? '–' : `>${depth}`
}

/**
 * `1 fixed, 0 broken, 2 better`; of what neither enters nor leaves the first k only what there is.
 */
export function countsText({ fixed, broken, better, worse, same }: LayerEffect['own']): string {
  const moves = [
    [better, 'better'],
    [worse, 'worse'],
    [same, 'the same'],
  ] as const
  return [
    `${fixed} fixed`,
    `${broken} broken`,
    ...moves.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])),
  ].join(', ')
}
