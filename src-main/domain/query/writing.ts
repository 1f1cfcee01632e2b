/** What writing golden queries is bounded by. */
export const WRITING = {
  /** Tools of one bundle, as in RecTools. */
  mostTools: 10,
  /** Bundles that one run draws. */
  mostBundles: 500,
  /** Queries that are written for one bundle. */
  mostPerBundle: 3,
  /** Written queries that a workspace keeps: beyond them, some are forgotten first. */
  mostKept: 5000,
  /** Characters of one query: a request is far shorter. */
  longestQuery: 1000,
  longestLanguage: 40,
  /** Characters of what a judge says. */
  longestReason: 500,
}

/** How the tools of a bundle come together. */
export const BUNDLE_WAYS = ['dependencies', 'logged', 'similar', 'random'] as const
export type BundleWay = (typeof BUNDLE_WAYS)[number]

/** The ways in words, each after “tools”. */
export const WAY_WORDS: Record<BundleWay, string> = {
  dependencies: 'that need each other',
  logged: 'that logged queries used together',
  similar: 'that are alike',
  random: 'drawn at random',
}

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

/**
 * Calls of a chat model that writing takes at most: one writes for each bundle, two judge each
 * query.
 */
export const callsOf = (
  bundles: number,
  { perBundle, isJudged }: { perBundle: number; isJudged: boolean },
): { writing: number; judging: number } => ({
  writing: bundles,
  judging: isJudged ? 2 * bundles * perBundle : 0,
})
