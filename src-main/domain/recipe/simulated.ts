import type { JsonObject } from '../tool/tool'

/** What a recipe knows of the provider’s own search that it stands for. */
export interface Simulated {
  /** Whose search it is. */
  by: string
  /** Where it is described or its source stands, and the day on which that was read. */
  page: string
  read: string
  /** What is not published, and what is taken instead, a sentence each. */
  assumed: readonly string[]
}

const FILTERS = ['tags', 'servers', 'visibilities']

/**
 * What is set of a provider's search beside a recipe: only which tools may be given, so that both
 * choose among the same ones.
 */
export const filtersOf = (options: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(options).filter(([name]) => FILTERS.includes(name)))

/** What a simulation rests on: where it is described, when that was read, and what is assumed. */
export const groundsText = ({ by, page, read, assumed }: Simulated): string =>
  [`${by}: as described on ${page}, read on ${read}.`, ...assumed].join(' ')
