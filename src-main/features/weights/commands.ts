import { z } from 'zod'
import { actions, type ActionAnswer } from '../actions'
import type { ListedWeights } from './shared/listed-weights'
import { Problem } from '../../domain/problem'
import { otherText } from '../../domain/recipe/choices-words'
import type { FieldWeights } from '../../domain/recipe/field-weights'
import { command, type Given } from '../../hosts/cli/command'
import { EMBEDDER, several } from '../../hosts/cli/flags'
import { plainText, tableText } from '../../hosts/cli/print-table'
import { recipeCalled } from '../../hosts/cli/recipe-choice'
import type { CommandSession } from '../../hosts/cli/session'

const learning = actions['weights.learn'].input.shape

const LEARN_FLAGS = {
  dir: learning.dir,
  recipe: z.string().optional().meta({
    title: 'id',
    description: 'the recipe that learns; default: the one that weighs fields',
  }),
  goldenSet: learning.goldenSet.optional(),
  folds: learning.folds,
  comparedBy: learning.comparedBy,
  seed: learning.seed,
  name: learning.name,
  embedder: EMBEDDER,
  delete: several('name', 'remove the weights of this name; several times'),
}
type LearnFlags = Given<typeof LEARN_FLAGS>

const learn = command({
  summary: 'learn how much each field of a tool counts; without --golden, list the weights kept',
  names: { goldenSet: 'golden', comparedBy: 'compare' },
  input: LEARN_FLAGS,
  asksModels: true,
  run: learnOrList,
  undo: ({ deleted }) => deleted?.change,
  json: ({ deleted, weights, learned }) => deleted ?? (weights ? { weights } : learned),
  print({ recipe, deleted, weights, learned }, { comparedBy }) {
    if (deleted) return `${deleted.deleted} removed.`
    if (weights) return listLines(weights)
    return learned ? [...learnedLines(learned), ...keptLines(learned, { recipe, comparedBy })] : []
  },
})

/** One of the three that the flags ask for. */
interface Learnt {
  recipe: string | undefined
  deleted?: ActionAnswer<'weights.delete'>
  weights?: ListedWeights[]
  learned?: ActionAnswer<'weights.learn'>
}

async function learnOrList(
  session: CommandSession,
  { recipe: named, delete: names, goldenSet, ...given }: LearnFlags,
): Promise<Learnt> {
  const { dir } = given
  const recipe = await learningRecipe(session, dir, named)
  if (names) return { recipe, deleted: await session.request('weights.delete', { dir, names }) }
  if (goldenSet === undefined) {
    return { recipe, weights: await session.request('weights.list', { dir }) }
  }
  return { recipe, learned: await session.request('weights.learn', { ...given, goldenSet }) }
}

/**
 * The id of the recipe that weighs fields.
 * @throws Problem `bad-input` where another one is named.
 */
async function learningRecipe(
  session: CommandSession,
  dir: string,
  named: string | undefined,
): Promise<string | undefined> {
  const recipes = await session.request('recipes.list', { dir })
  const learner = recipes.find(({ learnsFields }) => learnsFields)
  const chosen = named === undefined ? learner : recipeCalled(named, recipes).recipe
  if (chosen?.learnsFields || !learner || !chosen) return learner?.id
  throw new Problem(
    'bad-input',
    `“${chosen.title}” has no weights of fields to learn; “${learner.title}” has.`,
    `Say --recipe ${learner.id}, or tune the settings of “${chosen.title}”: pegboard tune --recipe ${chosen.id}.`,
  )
}

function listLines(weights: readonly ListedWeights[]): string[] {
  if (weights.length === 0)
    return ['No weights are kept. Learn some: pegboard learn --golden NAME.']
  return [
    weightsTable(weights.map((each) => [each.name, each.weights])),
    ...weights.flatMap(learnedLines),
  ]
}

function keptLines(
  { name, learning: learnt, elapsedMs }: ActionAnswer<'weights.learn'>,
  { recipe, comparedBy }: Pick<LearnFlags, 'recipe' | 'comparedBy'>,
): string[] {
  const compare = comparedBy === 'words' ? ' --option comparedBy=words' : ''
  return [
    `Kept${learnt?.kept ? ' equal weights' : ''} as “${plainText(name)}” in ${(elapsedMs / 1000).toFixed(1)} s.`,
    `Use them: --recipe ${recipe} --option weights=learned${compare}`,
  ]
}

function learnedLines({ name, learning, folds, weights }: ListedWeights): string[] {
  if (!learning) return []
  const { heldOut, intervals, goldenSet, queries, tools, seed, remarks } = learning
  const drawn = learning.folds === 'published' ? 'published folds' : `folds drawn with seed ${seed}`
  const ways = [
    ['learned', 'learned'],
    ['equal', 'equal weights'],
    ['other', otherText(learning)],
  ] as const
  const figures = ways.map(([way, title]) => {
    const [low, high] = intervals?.[way] ?? []
    const interval = low === undefined ? '' : ` [${low.toFixed(3)}, ${high?.toFixed(3)}]`
    return `${title} ${heldOut[way].toFixed(3)}${interval}`
  })
  return [
    weightsTable([
      [name, weights],
      ...folds.map(
        (fold, at) => [`  without fold ${at + 1} (${fold.queries})`, fold.weights] as const,
      ),
    ]),
    `“${plainText(goldenSet)}”: ${queries} queries, ${tools} tools, ${folds.length} ${drawn}.`,
    `nDCG@10 on queries held out: ${figures.join(', ')}.`,
    ...remarks.map(plainText),
  ]
}

const COLUMNS = [
  ...(['description', 'parameters', 'response', 'examples', 'required', 'optional'] as const),
]

const weightsTable = (rows: readonly (readonly [string, FieldWeights])[]): string =>
  tableText(
    ['weights', ...COLUMNS.slice(0, 4), '− required', '− optional'],
    rows.map(([name, weights]) => [
      plainText(name),
      ...COLUMNS.map((column) => weights[column].toFixed(3)),
    ]),
  )

export const commands = { learn }
