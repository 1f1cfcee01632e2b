import type { Command } from 'commander'
import { sameOption } from '../../../domain/recipe/option'
import { keyValue } from '../arguments'
import { plainText, tableText } from '../print-table'
import { changesText, valueText } from '../option-text'
import { chosenRecipes, recipeCalled } from '../recipe-choice'
import type { CommandSession, Run } from '../session'
import { workspaceCommands } from '../workspace-command'

interface Flags {
  workspace: string
  json?: boolean
}
interface SaveFlags extends Flags {
  recipe: string
  option?: Record<string, string>
  replace?: boolean
}

export function addRecipesCommand(program: Command, run: Run): void {
  const recipes = program
    .command('recipes')
    .description('the recipes there are, and those with options of your own')
  const command = workspaceCommands(recipes)
  command('list', 'list them', true).action((flags: Flags) =>
    run((session) => list(session, flags)),
  )
  command('show', 'show the options of one, each with its value')
    .argument('<name>', 'the recipe')
    .action((name: string, flags: Flags) => run((session) => show(session, name, flags)))
  command('save', 'keep a recipe with options of your own under a name')
    .argument('<name>', 'the name; --recipe takes it from then on')
    .requiredOption('--recipe <id>', 'the recipe that it is made of, or another one of your own')
    .option('--option <key=value>', 'an option of it; may be repeated', keyValue)
    .option('--replace', 'replace the one that has the name already')
    .action((name: string, flags: SaveFlags) => run((session) => save(session, name, flags)))
  command('delete', 'remove recipes of your own')
    .argument('<names...>', 'their names')
    .action((names: string[], flags: Flags) => run((session) => remove(session, names, flags)))
}

async function list(session: CommandSession, { workspace, json }: Flags): Promise<void> {
  const recipes = await session.request('recipes.list', { dir: await session.workspace(workspace) })
  if (json) return session.printJson({ recipes })
  const rows = recipes.flatMap((recipe) => [
    [recipe.id, plainText(recipe.summary)],
    ...recipe.own.map(({ name, options }) => [
      `“${plainText(name)}”`,
      `${recipe.id} with ${plainText(changesText(recipe, options) || 'all options at their defaults')}`,
    ]),
  ])
  session.print(tableText(['recipe', 'what it does'], rows))
}

async function show(session: CommandSession, name: string, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { recipe, own } = recipeCalled(name, await session.request('recipes.list', { dir }))
  const options = { ...recipe.defaults, ...own?.options }
  if (flags.json) return session.printJson({ recipe: recipe.id, ...(own && { own }), options })
  session.print(`${recipe.id}: ${recipe.summary}\n${recipe.source}\n`)
  const rows = Object.entries(options).map(([key, value]) => [
    key,
    plainText(valueText(value)),
    sameOption(value, recipe.defaults[key])
      ? ''
      : `default: ${valueText(recipe.defaults[key] ?? '')}`,
  ])
  session.print(tableText(['option', 'value', ''], rows))
}

async function save(session: CommandSession, name: string, flags: SaveFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { option: options, replace } = flags
  const { chosen } = await chosenRecipes(session, { dir, names: [flags.recipe], options })
  for (const { recipe, options } of chosen) {
    const saved = await session.request('recipes.save', { dir, name, recipe, options, replace })
    if (flags.json) session.printJson(saved)
    else session.print(`Saved. It is asked by: --recipe "${plainText(saved.name)}"`)
  }
}

async function remove(session: CommandSession, names: string[], flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const result = await session.request('recipes.delete', { dir, names })
  if (flags.json) return session.printJson(result)
  session.print(result.deleted === 1 ? '1 recipe deleted.' : `${result.deleted} recipes deleted.`)
}
