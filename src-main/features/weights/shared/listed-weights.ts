import type { FieldWeights, FieldWeightsRecord } from '../../../domain/recipe/field-weights'

/** Weights as they are listed: of folds, how many queries each holds out. */
export interface ListedWeights extends Omit<FieldWeightsRecord, 'folds'> {
  folds: {
    queries: number
    weights: FieldWeights
  }[]
}
