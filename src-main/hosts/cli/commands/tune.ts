import { isAbsolute, relative } from 'node:path'
import { z } from 'zod'
import { actions, type ActionAnswer } from '../../../features/actions'
import { embedderTitle, isBuiltIn } from '../../../domain/model/names'
import { commandLine } from '../../../domain/value/command-line'
import type { SettingTrial, TriedSettings } from '../../../domain/recipe/trial'
import { trialText } from '../../../domain/recipe/trial-text'
import { optionWords } from '../arguments'
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
    'try other settings of a recipe and other recipes, or another embedder, on golden or logged queries, and say what is better',
  names: { goldenSet: 'golden' },
  input: TUNE_FLAGS,
  asksModels: true,
  async run(session, { recipe: named, option, ...given }) {
    const { recipe, options } = await chosenRecipe(session, given.dir, { recipe: named, option })
    return session.request('evaluation.trySettings', { ...given, recipe, options })
  },
  print: trialLines,
})

async function trialLines(
  trial: ActionAnswer<'evaluation.trySettings'>,
  { dir }: Given<typeof TUNE_FLAGS>,
  session: CommandSession,
): Promise<string[]> {
  const { recipe, embedder, better } = trial
  const found = better && trial.tried[better.tried]
  const inWorkspace = ['--workspace', fromHere(session, dir)]
  const typed = (...args: string[]) =>
    commandLine({ program: 'pegboard', args: [...args, ...inWorkspace] })
  return [
    trialTable(trial),
    ...trial.remarks,
    trialText(trial, recipe),
    ...(embedder
      ? [`Use it: ${typed('index', '--embedder', embedderArgument(embedder.name), '--use')}`]
      : []),
    ...(found ? await keepLines(session, { dir, found, recipe, typed }) : []),
  ]
}

interface Keeping {
  dir: string
  found: TriedSettings
  /** The recipe whose settings were tried. */
  recipe: string
  typed: (...args: string[]) => string
}

/**
 * What is typed to work with what is better: another recipe as it is; settings are kept first,
 * under a name that is free.
 */
async function keepLines(
  session: CommandSession,
  { dir, found, recipe, typed }: Keeping,
): Promise<string[]> {
  const id = found.recipe ?? recipe
  const options = optionWords(found.options)
  if (found.recipe !== undefined) {
    return [`Use it: ${typed('work-with', '--recipe', id, ...options)}`]
  }
  const recipes = await session.request('recipes.list', { dir })
  const name = freeName(`${id}-tuned`, [
    ...recipes.map((each) => each.id),
    ...recipes.flatMap(({ own }) => own.map((each) => each.name)),
  ])
  return [
    `Keep it: ${typed('recipes', 'save', name, '--recipe', id, ...options)}`,
    `Use it: ${typed('work-with', '--recipe', name)}`,
  ]
}

function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted
  for (let at = 2; taken.includes(name); at++) name = `${wanted}-${at}`
  return name
}

/** A folder as a person would type it where they are. */
function fromHere(session: CommandSession, dir: string): string {
  const path = relative(session.terminal.cwd(), dir) || '.'
  return path.startsWith('..') || isAbsolute(path) ? dir : path
}

const embedderArgument = (name: string): string =>
  isBuiltIn(name) ? embedderTitle(name).toLowerCase() : name

const trialTable = ({ recipe, k, recall, tried }: SettingTrial): string =>
  tableText(
    ['settings, recipes', `Recall@${k}`],
    [
      [`${recipe}, as it is`, recall.toFixed(3)],
      ...tried.map((each) => [wayText(each, recipe), each.recall.toFixed(3)]),
    ],
  )

function wayText({ label, recipe }: TriedSettings, used: string): string {
  if (recipe === undefined) return plainText(label)
  return recipe === used ? `recipe ${recipe}, as it comes` : `recipe ${recipe}`
}
