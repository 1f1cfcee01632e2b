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
