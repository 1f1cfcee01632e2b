import { z } from 'zod'
import { actions, type ActionInput } from '../../features/actions'
import { Problem } from '../../domain/problem'
import { SplitBy } from '../../domain/query/split'
import type { Given } from './command'
import { CUTOFFS, EMBEDDERS, FIRST_CUTOFFS, OPTION, SEEDS, several, SIZES, whole } from './flags'
import { chosenRecipes } from './recipe-choice'
import type { CommandSession } from './session'

type Plan = ActionInput<'experiments.save'>['plan']

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
  likePython: z
    .boolean()
    .optional()
    .describe('draw the sample as Python does: random.seed(n), random.sample(…)'),
}

interface QueriesWanted {
  sample?: number | undefined
  split?: SplitBy | undefined
  seed: number
  likePython?: boolean | undefined
}

/** @throws Problem `bad-input` where it is said how to draw a sample, and none is wanted. */
export function queriesMeasured({
  sample,
  split,
  seed,
  likePython,
}: QueriesWanted): Pick<ActionInput<'evaluation.run'>, 'sample' | 'split'> {
  if (likePython && sample === undefined) {
    const message = '--like-python needs a sample.'
    throw new Problem('bad-input', message, 'Say how many queries: --sample 500.')
  }
  return {
    ...(sample !== undefined && {
      sample: { size: sample, seed, ...(likePython && { drawnBy: 'python' }) },
    }),
    ...(split && { split: { by: split, seed } }),
  }
}

/** The flags that say which recipes are measured, and at which k. */
export const MEASURED_FLAGS = {
  recipe: several('name', 'a recipe, or one of your own; may be repeated'),
  option: OPTION.describe('an option of the recipes that have it; may be repeated'),
  k: CUTOFFS.default(FIRST_CUTOFFS),
}

/** What a command line says of an experiment. */
export const PLAN_FLAGS = {
  ...QUERY_FLAGS,
  ...MEASURED_FLAGS,
  embedder: EMBEDDERS,
  sizes: SIZES.optional(),
  seeds: SEEDS.default([1]),
}

/** @throws Problem `bad-input` for recipes and options that are not there. */
export async function planOf(
  session: CommandSession,
  dir: string,
  flags: Given<typeof PLAN_FLAGS>,
): Promise<Plan> {
  const { golden, recipe, option, embedder, k, sizes, seeds } = flags
  const { chosen } = await chosenRecipes(session, { dir, names: recipe, options: option })
  return {
    goldenSet: golden,
    k,
    recipes: chosen.flatMap(({ recipe: id, options }) =>
      (embedder ?? [undefined]).map((name) => ({ recipe: id, options, embedder: name })),
    ),
    ...(sizes && { catalogSizes: { tools: sizes, seeds } }),
    ...queriesMeasured(flags),
  }
}
