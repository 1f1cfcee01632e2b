import { z } from 'zod'
import { actions, type ActionInput } from '../../features/actions'
import { SplitBy } from '../../domain/query/split'
import { CUTOFFS, FIRST_CUTOFFS, OPTION, several, whole } from './flags'

export const GOLDEN = z.string().meta({ title: 'name', description: 'the golden set' })

/** What is said where a test set is measured on. */
export const WHY = actions['evaluation.run'].input.shape.why

export const SAMPLE = whole(1)
  .optional()
  .describe('measure a sample of n queries, drawn with the seed')

/** The flags that say which queries of which golden set are measured. */
export const QUERY_FLAGS = {
  golden: GOLDEN,
  sample: SAMPLE,
  split: SplitBy.optional().meta({
    title: 'way',
    description:
      'measure a part of the golden set, with the other as history: a random fifth, a fifth by bundle, half of each, or the first 100',
  }),
  seed: whole(0).default(1).describe('the seed of the sample and of the split'),
}

export const queriesMeasured = ({
  sample,
  split,
  seed,
}: {
  sample?: number | undefined
  split?: SplitBy | undefined
  seed: number
}): Pick<ActionInput<'evaluation.run'>, 'sample' | 'split'> => ({
  ...(sample !== undefined && { sample: { size: sample, seed } }),
  ...(split && { split: { by: split, seed } }),
})

/** The flags that say which recipes are measured, and at which k. */
export const MEASURED_FLAGS = {
  recipe: several('name', 'a recipe, or one of your own; may be repeated'),
  option: OPTION.describe('an option of the recipes that have it; may be repeated'),
  k: CUTOFFS.default(FIRST_CUTOFFS),
}
