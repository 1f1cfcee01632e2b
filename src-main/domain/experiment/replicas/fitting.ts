import type { GoldenSetSummary } from '../../run/run'
import type { ExperimentPlan } from '../plan'
import type { Replica, ReplicaTable } from './replica'

type GoldenSet = Pick<GoldenSetSummary, 'name' | 'queries'>

/**
 * The table of a published experiment that is made for a golden set like this one; undefined where
 * none, or several, are.
 */
export function tableFor(
  { tables }: Replica,
  { name, queries }: GoldenSet,
): ReplicaTable | undefined {
  const alike =
    tables.find((table) => table.goldenSet === name && table.queries === queries) ??
    tables.find((table) => table.queries === queries) ??
    tables.find((table) => table.goldenSet === name)
  return alike ?? (tables.length === 1 ? tables[0] : undefined)
}

interface Place {
  goldenSet: GoldenSet
  /** Tools of the catalog. */
  tools: number
}

/**
 * What a repetition measures on a golden set: catalogs larger than there are tools for are left
 * out.
 */
export function repeatedPlan({ plan }: ReplicaTable, { goldenSet, tools }: Place): ExperimentPlan {
  const { catalogSizes, sample, ...rest } = plan
  const sizes = catalogSizes?.tools.filter((size) => size === 'all' || size < tools) ?? []
  const isDrawn = sample !== undefined && sample.size < goldenSet.queries
  return {
    ...rest,
    goldenSet: goldenSet.name,
    ...(isDrawn && { sample }),
    ...(catalogSizes && {
      catalogSizes: { ...catalogSizes, tools: sizes.length ? sizes : ['all'] },
    }),
  }
}

const grouped = new Intl.NumberFormat('en-US')

/**
 * Where catalog or golden set are not as large as what was published on, so that the figures cannot
 * be the same.
 */
export function unfitReasons(
  { goldenSet, queries, tools, plan }: ReplicaTable,
  place: Place,
): string[] {
  const { sample, catalogSizes } = plan
  const named = place.goldenSet.name === goldenSet ? '' : `, called “${goldenSet}”`
  const isTooSmall = sample !== undefined && sample.size >= place.goldenSet.queries
  const largest = Math.max(0, ...(catalogSizes?.tools ?? []).map((size) => Number(size) || 0))
  return [
    ...(place.tools === tools
      ? []
      : [
          `Made for a catalog of ${grouped.format(tools)} tools; this one has ${grouped.format(place.tools)}.`,
        ]),
    ...(place.goldenSet.queries === queries
      ? []
      : [
          `Made for a golden set of ${grouped.format(queries)} queries${named}; “${place.goldenSet.name}” has ${grouped.format(place.goldenSet.queries)}.`,
        ]),
    ...(isTooSmall ? [`A sample of ${sample.size} cannot be drawn: all queries are asked.`] : []),
    ...(largest >= place.tools ? ['Catalog sizes beyond this catalog are left out.'] : []),
  ]
}
