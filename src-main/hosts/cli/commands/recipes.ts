import { z } from 'zod'
import type { ActionAnswer } from '../../../features/actions'
import { Dir } from '../../../contract/workspace'
import { sameOption } from '../../../domain/recipe/option'
import type { OwnRecipe } from '../../../domain/recipe/choice'
import type { JsonObject } from '../../../domain/tool/tool'
import { groundsText } from '../../../domain/recipe/simulated'
import { asks, command, itsChange, type CommandGroup } from '../command'
import { OPTION } from '../flags'
import { changesText, valueText } from '../option-text'
import { plainText, tableText } from '../print-table'
import { chosenRecipes, recipeCalled } from '../recipe-choice'
import type { CommandSession } from '../session'

export const recipes: CommandGroup = {
  summary: 'list the recipes, and those with options of your own',
  byDefault: 'list',
  commands: {
    list: asks('recipes.list', {
      input: { dir: Dir },
      json: (all) => ({ recipes: all }),
      print: listText,
    }),
    show: command({
      summary: 'show the options of one, each with its value',
      args: ['name'],
      input: { dir: Dir, name: z.string().describe('the recipe') },
      async run(session, { dir, name }) {
        const { recipe, own } = recipeCalled(name, await session.request('recipes.list', { dir }))
        return { recipe, own, options: { ...recipe.defaults, ...own?.options } }
      },
      json: ({ recipe, own, options }) => ({ recipe: recipe.id, ...(own && { own }), options }),
      print: showText,
    }),
    save: command({
      summary: 'save a recipe with options of your own under a name',
      args: ['name'],
      input: {
        dir: Dir,
        name: z.string().describe('the name, which --recipe then takes'),
        recipe: z.string().meta({
          title: 'id',
          description: 'the recipe it is based on, or another of your own',
        }),
        option: OPTION,
        replace: z.boolean().optional().describe('replace the one of this name'),
      },
      run: save,
      undo: itsChange,
      print: ({ name }) => `Saved. Use it: --recipe "${plainText(name)}"`,
    }),
    delete: asks('recipes.delete', {
      args: ['names'],
      undo: itsChange,
      print: ({ deleted }) => (deleted === 1 ? '1 recipe deleted.' : `${deleted} recipes deleted.`),
    }),
  },
}

type RecipeInfo = ActionAnswer<'recipes.list'>[number]

function listText(all: readonly RecipeInfo[]): string {
  const rows = all.flatMap((recipe) => [
    [recipe.id, plainText(recipe.summary)],
    ...recipe.own.map(({ name, options }) => [
      `“${plainText(name)}”`,
      `${recipe.id} with ${plainText(changesText(recipe, options) || 'all options at their defaults')}`,
    ]),
  ])
  return tableText(['recipe', 'what it does'], rows)
}

interface Shown {
  recipe: RecipeInfo
  own: OwnRecipe | undefined
  options: JsonObject
}

function showText({ recipe, options }: Shown): string[] {
  const rows = Object.entries(options).map(([key, value]) => [
    key,
    plainText(valueText(value)),
    sameOption(value, recipe.defaults[key])
      ? ''
      : `default: ${valueText(recipe.defaults[key] ?? '')}`,
    titleOf(recipe, key),
  ])
  return [
    `${recipe.id}: ${recipe.summary}\n${recipe.source}\n`,
    ...(recipe.simulates ? [`${groundsText(recipe.simulates)}\n`] : []),
    tableText(['option', 'value', '', 'what it is'], rows),
  ]
}

const Titled = z.object({ properties: z.record(z.string(), z.object({ title: z.string() })) })

const titleOf = ({ options }: RecipeInfo, key: string): string =>
  Titled.safeParse(options).data?.properties[key]?.title ?? ''

interface Saving {
  dir: string
  name: string
  recipe: string
  option: Record<string, string> | undefined
  replace: boolean | undefined
}

async function save(session: CommandSession, { dir, name, replace, ...of }: Saving) {
  const { chosen } = await chosenRecipes(session, { dir, names: [of.recipe], options: of.option })
  const { recipe = of.recipe, options } = chosen[0] ?? {}
  return session.request('recipes.save', { dir, name, recipe, options, replace })
}
