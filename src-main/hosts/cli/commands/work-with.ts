import type { Command } from 'commander'
import type { WorksWith } from '../../../domain/recipe/choice'
import { keyValue, wholeNumber } from '../arguments'
import { changesText } from '../option-text'
import { plainText } from '../print-table'
import { chosenRecipes, namesOf, worksWithIn } from '../recipe-choice'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  recipe?: string
  option?: Record<string, string>
  k?: number
  default?: boolean
  json?: boolean
}

export function addWorkWithCommand(program: Command, run: Run): void {
  program
    .command('work-with')
    .description('choose the recipe and k that a workspace works with, or say which they are')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--recipe <name>', 'the recipe, or one of your own')
    .option('--option <key=value>', 'an option of the recipe; may be repeated', keyValue)
    .option('--k <n>', 'how many tools', wholeNumber(1))
    .option('--default', 'go back to what the settings say')
    .option('--json', 'print one JSON object')
    .action((flags: Flags) => run((session) => workWith(session, flags)))
}

async function workWith(session: CommandSession, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const asked = await askedOf(session, dir, flags)
  const isAsked = Object.keys(asked).length > 0
  const done = isAsked && (await session.request('workspace.workWith', { dir, ...asked }))
  const { isOwn, ...now } = await worksWithIn(session, dir)
  if (flags.json) {
    const before = done && done.before
    return session.printJson({ ...now, isOwn, ...(before && { before }) })
  }
  const { name } = await session.request('workspace.read', { dir })
  const suffix = isOwn ? '' : ', as the settings say'
  session.print(
    `“${plainText(name)}” works with ${await worksText(session, dir, now)}, k = ${now.k}${suffix}.`,
  )
}

/** What a request is to say: options go with the recipe that they are of. */
async function askedOf(session: CommandSession, dir: string, flags: Flags) {
  const { recipe, option, k, default: clear } = flags
  const names = recipe === undefined ? undefined : [recipe]
  const { chosen } =
    names || option ? await chosenRecipes(session, { dir, names, options: option }) : { chosen: [] }
  const [first] = chosen
  return {
    ...(first && { recipe: first.recipe, options: first.options }),
    ...(k !== undefined && { k }),
    ...(clear && { clear }),
  }
}

/** `bm25 with b=0.4`, with the name before it where it has one. */
async function worksText(session: CommandSession, dir: string, works: WorksWith): Promise<string> {
  const recipes = await session.request('recipes.list', { dir })
  const name = namesOf(recipes)(works)
  const recipe = recipes.find(({ id }) => id === works.recipe)
  const changes = recipe ? plainText(changesText(recipe, works.options)) : ''
  const what = changes ? `${works.recipe} with ${changes}` : works.recipe
  return name === works.recipe ? what : `“${name}”, ${what}`
}
