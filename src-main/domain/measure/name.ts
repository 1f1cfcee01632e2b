/**
 * The measures that are read first, in this order: what is found, whether all of it, how far up,
 * and at what cost.
 */
export const MAIN_MEASURES = ['Recall', 'All', 'MRR', 'nDCG', 'PromptTokens']

/**
 * Five more tools than the query has golden ones: the cut-off of ToolSEE, which differs by query.
 */
export const BEYOND_GOLDEN = 'n+5'

/** Where a list is cut before it is measured: at a k, or at {@link BEYOND_GOLDEN}. */
export type Cutoff = number | typeof BEYOND_GOLDEN

/** How many tools count at {@link BEYOND_GOLDEN}. */
export const beyondGolden = (goldenTools: number): number => goldenTools + 5

/**
 * A measure's name at one cut-off, `Recall@5`; without one, `Recall`, of sets whose size the recipe
 * decides.
 */
export const nameAt = (measure: string, cutoff?: Cutoff): string =>
  cutoff === undefined ? measure : `${measure}@${cutoff}`

/** `Recall@5` taken apart again. */
export function partsOfName(name: string): { measure: string; k?: Cutoff } {
  const [, measure = name, k] = /^(.+)@(\d+|n\+5)$/.exec(name) ?? []
  if (k === undefined) return { measure }
  return { measure, k: k === BEYOND_GOLDEN ? k : Number(k) }
}
