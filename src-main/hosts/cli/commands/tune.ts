import { isAbsolute, relative } from 'node:path'
import { z } from 'zod'
import { actions, type ActionAnswer } from '../../../app/actions'
import { embedderTitle, isBuiltIn } from '../../../domain/model/names'
import type { SettingTrial } from '../../../domain/recipe/trial'
import { trialText } from '../../../domain/recipe/trial-text'
import { optionArguments } from '../arguments'
import { command, type Given } from '../command'
import { EMBEDDER, OPTION } from '../flags'
import { plainText, tableText } from '../print-table'
import { chosenRecipe } from '../recipe-choice'
import type { CommandSession } from '../session'

const trying = actions['evaluation.trySettings'].input.shape

const TUNE_FLAGS = {
  dir: trying.dir,
  goldenSet: trying.goldenSet,
  recipe: z.string().optional().meta({
    title: 'name',
    description: 'the recipe, or one of your own; default: the workspace’s',
  }),
  option: OPTION,
  k: trying.k,
  embedder: EMBEDDER.describe(trying.embedder.description ?? ''),
}

export const tune = command({
  summary:
    'try other settings of a recipe, or another embedder, on golden or logged queries, and say what is better',
  names: { goldenSet: 'golden' },
  input: TUNE_FLAGS,
  asksModels: true,
  async run(session, { recipe: named, option, ...given }) {
    const { recipe, options } = await chosenRecipe(session, given.dir, { recipe: named, option })
    return session.request('evaluation.trySettings', { ...given, recipe, options })
  },
  print: trialLines,
})

function trialLines(
  trial: ActionAnswer<'evaluation.trySettings'>,
  { dir }: Given<typeof TUNE_FLAGS>,
  session: CommandSession,
): string[] {
  const { recipe, embedder, better } = trial
  const found = better && trial.tried[better.tried]
  return [
    trialTable(trial),
    ...trial.remarks,
    trialText(trial, recipe),
    ...(embedder
      ? [
          `Use it: pegboard index --embedder ${embedderArgument(embedder.name)} --use --workspace ${plainText(fromHere(session, dir))}`,
        ]
      : []),
    ...(found
      ? [`Keep it: pegboard recipes save NAME --recipe ${recipe} ${optionArguments(found.options)}`]
      : []),
  ]
}

/** A folder as a person would type it where they are. */
function fromHere(session: CommandSession, dir: string): string {
  const path = relative(session.terminal.cwd(), dir) || '.'
  return path.startsWith('..') || isAbsolute(path) ? dir : path
}

const embedderArgument = (name: string): string =>
  isBuiltIn(name) ? embedderTitle(name).toLowerCase() : plainText(name)

const trialTable = ({ recipe, k, recall, tried }: SettingTrial): string =>
  tableText(
    ['settings', `Recall@${k}`],
    [
      [`${recipe}, as it is`, recall.toFixed(3)],
      ...tried.map((each) => [plainText(each.label), each.recall.toFixed(3)]),
    ],
  )
