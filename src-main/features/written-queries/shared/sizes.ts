import { WRITING } from '../../../domain/query/writing'

/** How many bundles of a size. */
export interface SizeCount {
  size: number
  count: number
}

/** Twenty bundles, most of them small: so are most requests. */
export const USUAL_SIZES: readonly SizeCount[] = [
  { size: 1, count: 10 },
  { size: 2, count: 6 },
  { size: 3, count: 4 },
]

/** Sizes as a person writes them, `1: 10, 2: 6`; undefined where that says none. */
export function readSizes(text: string): SizeCount[] | undefined {
  const counts = new Map<number, number>()
  for (const part of text.split(',')) {
    const read = /^\s*(\d{1,2})\s*[:x×]\s*(\d{1,3})\s*$/.exec(part)
    const size = Number(read?.[1])
    const count = Number(read?.[2])
    if (!(size >= 1 && size <= WRITING.mostTools && count >= 1)) return undefined
    counts.set(size, (counts.get(size) ?? 0) + count)
  }
  const sizes = [...counts].map(([size, count]) => ({ size, count }))
  return totalOf(sizes) > WRITING.mostBundles ? undefined : sizes
}

export const totalOf = (sizes: readonly SizeCount[]): number =>
  sizes.reduce((sum, { count }) => sum + count, 0)

export const sizesText = (sizes: readonly SizeCount[]): string =>
  sizes.map(({ size, count }) => `${size}: ${count}`).join(', ')
