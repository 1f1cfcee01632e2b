import type { Command } from 'commander'
import type { ListedWeights } from '../../../contract/weight'
import { Problem } from '../../../domain/problem'
import { otherText } from '../../../domain/recipe/asked-words'
import type { FieldWeights } from '../../../domain/recipe/field-weights'
import { several, wholeNumber } from '../arguments'
import { EMBEDDER_OPTION } from '../embedder-option'
import { OLLAMA_OPTION } from '../ollama-option'
import { plainText, tableText } from '../print-table'
import { recipeCalled } from '../recipe-choice'
import type { CommandSession, Run } from '../session'

interface LearnFlags {
  workspace: string
  recipe?: string
  golden?: string
  folds: string
  compare: string
  seed: number
  name?: string
  embedder?: string
  ollama?: string
  delete?: string[]
  json?: boolean
}

export function addLearnCommand(program: Command, run: Run): void {
  program
    .command('learn')
    .description('learn what fields of tools count; without --golden, list what is kept')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--recipe <id>', 'the recipe that learns; default: the one that weighs fields')
    .option('--golden <name>', 'the golden set to learn from')
    .option('--folds <which>', 'published, or random ones drawn with the seed', 'random')
    .option('--compare <how>', 'compare fields by meaning, or by words', 'meaning')
    .option('--seed <n>', 'the seed of random folds', wholeNumber(0), 1)
    .option(
      '--name <name>',
      'what to keep the weights as; default: learned by meaning, or by words',
    )
    .option(...EMBEDDER_OPTION)
    .option(...OLLAMA_OPTION)
    .option('--delete <name>', 'remove the weights of this name; several times', several)
    .option('--json', 'print one JSON object')
    .action((flags: LearnFlags) => run((session) => learn(session, flags), flags))
}

async function learn(session: CommandSession, flags: LearnFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const recipe = await learningRecipe(session, dir, flags)
  if (flags.delete) {
    const result = await session.request('weights.delete', { dir, names: flags.delete })
    return flags.json ? session.printJson(result) : session.print(`${result.deleted} removed.`)
  }
  if (flags.golden === undefined) return list(session, dir, flags)
  const { golden: goldenSet, name, seed, embedder } = flags
  const comparedBy = oneOf('--compare', flags.compare, ['words', 'meaning'])
  const folds = oneOf('--folds', flags.folds, ['random', 'published'])
  const choice = { dir, goldenSet, name, comparedBy, folds, seed, embedder }
  const learned = await session.request('weights.learn', choice)
  if (flags.json) return session.printJson(learned)
  for (const line of learnedLines(learned)) session.print(line)
  session.print(
    `Kept${learned.learning?.kept ? ' equal weights' : ''} as “${plainText(learned.name)}” in ${(learned.elapsedMs / 1000).toFixed(1)} s.`,
  )
  const compare = comparedBy === 'words' ? ' --option comparedBy=words' : ''
  session.print(`Use them: --recipe ${recipe} --option weights=learned${compare}`)
}

/** The id of the recipe that weighs fields. @throws Problem `bad-input` where another one is named. */
async function learningRecipe(
  session: CommandSession,
  dir: string,
  { recipe: named }: LearnFlags,
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

/** @throws Problem `bad-input` naming what there is to choose from. */
function oneOf<const Choice extends string>(
  flag: string,
  given: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === given)
  if (found !== undefined) return found
  throw new Problem('bad-input', `${flag} cannot be “${given}”.`, `Choose ${choices.join(' or ')}.`)
}

async function list(session: CommandSession, dir: string, { json }: LearnFlags): Promise<void> {
  const weights = await session.request('weights.list', { dir })
  if (json) return session.printJson({ weights })
  if (weights.length === 0) {
    return session.print('No weights are kept. Learn some: pegboard learn --golden NAME.')
  }
  session.print(weightsTable(weights.map((each) => [each.name, each.weights])))
  for (const each of weights) if (each.learning) learnedLines(each).forEach(session.print)
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
