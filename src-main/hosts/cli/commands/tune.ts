import type { Command } from 'commander'
import type { SettingTrial } from '../../../domain/recipe/trial'
import { embedderCalled, embedderTitle, isBuiltIn } from '../../../domain/model/names'
import { trialText } from '../../../domain/recipe/trial-text'
import { keyValue, optionArguments, wholeNumber } from '../arguments'
import { OLLAMA_OPTION } from '../ollama-option'
import { plainText, tableText } from '../print-table'
import { chosenRecipes, type ChosenRecipe } from '../recipe-choice'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  golden?: string
  recipe?: string
  option?: Record<string, string>
  k?: number
  embedder?: string
  ollama?: string
  json?: boolean
}

export function addTuneCommand(program: Command, run: Run): void {
  program
    .command('tune')
    .description(
      'try other settings of a recipe, or another embedder, on golden or logged queries, and say what is better',
    )
    .requiredOption('--workspace <dir>', 'the workspace')
    .option(
      '--golden <name>',
      'the golden set to try them on: at most 200 of its queries; default: what was logged',
    )
    .option('--recipe <name>', 'the recipe, or one of your own; default: the workspace’s')
    .option('--option <key=value>', 'an option of the recipe; may be repeated', keyValue)
    .option('--k <n>', 'how many tools; default: that of the workspace', wholeNumber(1))
    .option(
      '--embedder <name>',
      'try this embedder (instant, sentences or ollama:MODEL) in place of other settings; what it has not embedded yet is embedded first',
      (given: string) => embedderCalled(given),
    )
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((flags: Flags) => run((session) => tune(session, flags), flags))
}

async function tune(session: CommandSession, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const names = flags.recipe === undefined ? undefined : [flags.recipe]
  const { chosen } = await chosenRecipes(session, { dir, names, options: flags.option })
  const { golden: goldenSet, k } = flags
  const [{ recipe, options }] = chosen as [ChosenRecipe]
  const asked = {
    ...{ dir, recipe, options },
    ...(goldenSet !== undefined && { goldenSet }),
    ...(k !== undefined && { k }),
    embedder: flags.embedder,
  }
  const trial = await session.request('evaluation.trySettings', asked)
  if (flags.json) return session.printJson(trial)
  session.print(trialTable(trial))
  for (const remark of trial.remarks) session.print(remark)
  session.print(trialText(trial, trial.recipe))
  if (trial.embedder) {
    const { name } = trial.embedder
    session.print(
      `Use it: pegboard index --embedder ${embedderArgument(name)} --use --workspace ${plainText(flags.workspace)}`,
    )
  }
  const found = trial.better && trial.tried[trial.better.tried]
  if (found) {
    session.print(
      `Keep it: pegboard recipes save NAME --recipe ${recipe} ${optionArguments(found.options)}`,
    )
  }
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
