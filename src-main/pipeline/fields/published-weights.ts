import type { ComparedBy, FieldWeights, FieldWeightsRecord } from '../../domain/field-weights'

/** The model of the published weights for meaning, as names of embedders hold it. */
export const PUBLISHED_EMBEDDER = 'all-minilm'

/**
 * MFTR’s published weights for API-Bank, the means over its five folds; thresholds beyond 0…1 clamped as published. To measure on
 * API-Bank itself, import its weights: then each query is scored by those that were learned without it.
 */
const PUBLISHED: Readonly<Record<ComparedBy, FieldWeights>> = {
  words: {
    description: 0.2313,
    parameters: -0.0406,
    response: 0.0867,
    examples: 0.1635,
    required: 0.5428,
    optional: 4.3848,
    threshold: 0.2779,
    scale: 'raw',
  },
  meaning: {
    description: 3.6368,
    parameters: 3.9093,
    response: -2.3417,
    examples: 0.5096,
    required: 0.4103,
    optional: 3.5428,
    threshold: 0.3765,
    scale: 'raw',
  },
}

/** The published weights of a data set that is not there. */
export const publishedWeights = (by: ComparedBy): FieldWeightsRecord => ({
  name: `published ${by}`,
  origin: 'published',
  comparedBy: by,
  ...(by === 'meaning' && { embedder: PUBLISHED_EMBEDDER }),
  weights: PUBLISHED[by],
  folds: [],
})

/** Every field as much, and nothing off for parameters without an argument. */
export const EQUAL_WEIGHTS: FieldWeights = {
  description: 1,
  parameters: 1,
  response: 1,
  examples: 1,
  required: 0,
  optional: 0,
  threshold: 0.4,
  scale: 'standard',
}
