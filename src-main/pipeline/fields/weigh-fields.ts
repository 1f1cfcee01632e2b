import type { FieldWeights } from '../../domain/recipe/field-weights'
import type { FieldMatch, ParameterMatch } from './compare-fields'

/** What a tool’s fields come to before they are weighed. */
export interface FieldValues {
  description: number
  parameters: number
  response: number
  examples: number
  /**
   * How much of its required, and of its optional parameters lacks an argument: near 1 for each
   * that does.
   */
  required: number
  optional: number
}
export const FIELD_VALUES = [
  'description',
  'parameters',
  'response',
  'examples',
  'required',
  'optional',
] as const satisfies readonly (keyof FieldValues)[]

/** How sharply a parameter has or lacks an argument: MFTR’s α. */
const STEEPNESS = 15

/**
 * Of each match, in their order, what its fields come to on a scale. MFTR, section 3.3; `standard`
 * is Pegboard’s.
 */
export function fieldValues(
  matches: readonly FieldMatch[],
  { scale, threshold }: Pick<FieldWeights, 'scale' | 'threshold'>,
): FieldValues[] {
  const unit = unitOf(matches, scale)
  const raw = matches.map(({ description, response, examples, parameters }): FieldValues => {
    const lacking = { required: 0, optional: 0 }
    for (const each of parameters) {
      if (!each.mayLack) continue
      lacking[each.required ? 'required' : 'optional'] += lack(each.similarity / unit, threshold)
    }
    return {
      description,
      response,
      examples,
      ...lacking,
      parameters: mean(parameters.map(({ similarity }) => similarity / unit)),
    }
  })
  return scale === 'raw' ? raw : standardised(raw)
}

const lack = (similarity: number, threshold: number): number =>
  1 / (1 + Math.exp(-STEEPNESS * (threshold - similarity)))

/**
 * What similarities of parameters are measured in: the most that any is similar to any argument, 1
 * where none is or on the raw scale.
 */
export function unitOf(matches: readonly FieldMatch[], scale: FieldWeights['scale']): number {
  if (scale === 'raw') return 1
  let best = 0
  for (const { parameters } of matches) {
    for (const { similarity } of parameters) best = Math.max(best, similarity)
  }
  return best || 1
}

/** The four fields in deviations from their means; what is lacking is left as it is. */
function standardised(values: readonly FieldValues[]): FieldValues[] {
  const scaled = values.map((value) => ({ ...value }))
  for (const field of ['description', 'parameters', 'response', 'examples'] as const) {
    const center = mean(values.map((value) => value[field]))
    const deviation = Math.sqrt(mean(values.map((value) => (value[field] - center) ** 2)))
    for (const value of scaled)
      value[field] = deviation > 0 ? (value[field] - center) / deviation : 0
  }
  return scaled
}

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, value) => sum + value, 0) / numbers.length

/** What each value adds to a tool’s score. */
export const weighed = (values: FieldValues, weights: FieldWeights): FieldValues => ({
  description: weights.description * values.description,
  parameters: weights.parameters * values.parameters,
  response: weights.response * values.response,
  examples: weights.examples * values.examples,
  required: -weights.required * values.required,
  optional: -weights.optional * values.optional,
})

export const sumOf = (values: FieldValues): number =>
  FIELD_VALUES.reduce((sum, name) => sum + values[name], 0)

/** The parameters without an argument for which something is taken off, required ones first. */
export function missingParameters(
  { parameters }: FieldMatch,
  { unit, weights }: { unit: number; weights: FieldWeights },
): string[] {
  const isMissing = ({ required, similarity, mayLack }: ParameterMatch) =>
    mayLack &&
    weights[required ? 'required' : 'optional'] > 0 &&
    similarity / unit < weights.threshold
  return parameters
    .filter(isMissing)
    .sort((a, b) => Number(b.required) - Number(a.required))
    .map(({ name }) => name)
}
