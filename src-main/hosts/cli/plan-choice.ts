import { Option, type Command } from 'commander'
import type { ActionInput } from '../../app/actions'
import { Problem } from '../../domain/problem'
import { SplitBy } from '../../domain/query/split'
import { catalogSizes, cutOffs, keyValue, several, wholeNumber } from './arguments'
import { EMBEDDERS_OPTION } from './embedder-option'
import { chosenRecipes } from './recipe-choice'
import type { CommandSession } from './session'

type Plan = ActionInput<'experiments.save'>['plan']

/** What a command line says of an experiment. */
export interface PlanFlags {
  golden: string
  recipe?: string[]
  option?: Record<string, string>
  embedder?: string[]
  k: number[]
  sizes?: (number | 'all')[]
  seeds: number[]
  sample?: number
  split?: SplitBy
  seed: number
  likePython?: boolean
}

/** The options of a command by which {@link planOf} makes a plan. */
export const addPlanOptions = (command: Command): Command =>
  command
    .requiredOption('--golden <name>', 'the golden set')
    .option('--recipe <name>', 'a recipe, or one of your own; may be repeated', several)
    .option('--option <key=value>', 'an option of the recipes that have it', keyValue)
    .option(...EMBEDDERS_OPTION)
    .option('--k <list>', 'cut-offs, such as 1,5,10', cutOffs, [1, 5, 10])
    .option('--sizes <list>', 'catalog sizes, such as 10,100,all', catalogSizes)
    .option('--seeds <list>', 'seeds that the catalogs are drawn by', seeds, [1])
    .option('--sample <n>', 'of n queries, drawn with the seed', wholeNumber(1))
    .addOption(
      new Option('--split <way>', 'of a part, with the rest as history').choices(SplitBy.options),
    )
    .option('--seed <n>', 'the seed of the sample and of the split', wholeNumber(0), 1)
    .option('--like-python', 'with the sample drawn as Python does')

const seeds = (text: string): number[] => text.split(',').map(wholeNumber(0))

/** @throws Problem `bad-input` for recipes and options that are not there. */
export async function planOf(
  session: CommandSession,
  dir: string,
  flags: PlanFlags,
): Promise<Plan> {
  const { golden, recipe, option, embedder, k, sizes, sample, split, seed, likePython } = flags
  const { chosen } = await chosenRecipes(session, { dir, names: recipe, options: option })
  if (likePython && sample === undefined) {
    const message = '--like-python says how a sample is drawn, and there is none.'
    throw new Problem('bad-input', message, 'Say of how many queries: --sample 500.')
  }
  return {
    ...{ goldenSet: golden, k },
    recipes: chosen.flatMap(({ recipe: id, options }) =>
      (embedder ?? [undefined]).map((name) => ({ recipe: id, options, embedder: name })),
    ),
    ...(sizes && { catalogSizes: { tools: sizes, seeds: flags.seeds } }),
    ...(sample !== undefined && {
      sample: { size: sample, seed, ...(likePython && { drawnBy: 'python' }) },
    }),
    ...(split && { split: { by: split, seed } }),
  }
}
