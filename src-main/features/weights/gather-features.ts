import type { QueryPlan } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { FieldMatch } from '../../pipeline/fields/compare-fields'
import { EQUAL_WEIGHTS } from '../../pipeline/fields/choose-weights'
import {
  fieldValues,
  FIELD_VALUES,
  sumOf,
  weighed,
  type FieldValues,
} from '../../pipeline/fields/weigh-fields'

/** The features of one query’s tools, the best by equal weights first. */
export interface QueryFeatures {
  /** Row `i` belongs to `tools[i]`. */
  tools: ToolId[]
  features: Float64Array
  isRewritten: boolean
}

export const FEATURES = FIELD_VALUES.length
/** What parameters without an argument cost: weighed from 0. */
export const PENALTIES = [FIELD_VALUES.indexOf('required'), FIELD_VALUES.indexOf('optional')]

/** Tools of one query that are looked at: of a large catalog those that equal weights put first. */
const MOST_TOOLS = 1000

/** What fields come to for one query: what is lacking counts against a tool. */
export function featuresOf(plan: QueryPlan, matches: readonly FieldMatch[]): QueryFeatures {
  const values = fieldValues(matches, EQUAL_WEIGHTS)
  const order = values
    .map((value, at) => ({ at, score: sumOf(weighed(value, EQUAL_WEIGHTS)) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, MOST_TOOLS)
  const features = new Float64Array(order.length * FEATURES)
  order.forEach(({ at }, row) => features.set(rowOf(values[at] as FieldValues), row * FEATURES))
  return {
    tools: order.map(({ at }) => (matches[at] as FieldMatch).tool),
    features,
    isRewritten: plan.rewritten !== undefined,
  }
}

const rowOf = (value: FieldValues): number[] =>
  FIELD_VALUES.map((name, at) => (PENALTIES.includes(at) ? -value[name] : value[name]))

/** Weights of features as weights of fields. */
export const asFieldWeights = (weights: Float64Array) => ({
  ...EQUAL_WEIGHTS,
  ...Object.fromEntries(FIELD_VALUES.map((name, at) => [name, weights[at] as number])),
})

/** The tools in the order that weights give them, as the recipe would. */
export function rankedBy({ tools, features }: QueryFeatures, weights: Float64Array): ToolId[] {
  const scored = tools.map((tool, row) => ({
    tool,
    score: weights.reduce(
      (sum, weight, at) => sum + weight * (features[row * FEATURES + at] as number),
      0,
    ),
  }))
  return scored
    .sort((a, b) => b.score - a.score || (a.tool < b.tool ? -1 : 1))
    .map(({ tool }) => tool)
}
