import type { RecipeInfo } from '../../contract/query'
import { OwnRecipe, RecipeOptions } from '../../domain/recipe/choice'
import { ownLeftText } from '../../domain/recipe/left'
import { Problem } from '../../domain/problem'
import { sameOptions } from '../../domain/recipe/option'
import { diagramOf, promptsOf, sourcesOf, stagesOf } from '../../pipeline/stage'
import { recipeOf, type Recipe, type Recipes } from '../../pipeline/recipes/recipe'
import { ownRecipes } from './own-recipes'
import { optionsSchema, parseOptions } from './recipe-options'
import { infoOf } from './works-with'
import { WITHOUT_CATALOG } from './without-catalog'
import type { AppContext } from '../context'
import type { Session } from '../workspaces/session'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { action } from '../action'
import { changeRecordsUndoably, removedText } from '../editing/undoable-records'

const RecipesSaveInput = z.object({
  dir: Dir,
  ...OwnRecipe.pick({ name: true, recipe: true }).shape,
  options: RecipeOptions.default({}),
  /** Whether one of that name is replaced; otherwise it is refused. */
  replace: z.boolean().default(false),
})
type RecipesSaveInput = z.output<typeof RecipesSaveInput>

/** As many recipes of its own as a workspace keeps: a list to choose from. */
export const MOST_OWN_RECIPES = 100

export const recipeActions = {
  'recipes.list': action({
    summary: 'List the recipes, and those of your own that a workspace holds',
    input: z.object({ dir: Dir.optional() }),
    async run(context, { dir }) {
      const { sessions, recipes } = context
      const session = dir === undefined ? undefined : await sessions.of(dir)
      const own = session ? await ownRecipes(session) : []
      if (session) await sayLeft(context, session, own)
      return recipes.all.map((recipe) => ({
        ...describe(recipe),
        own: own.filter((each) => each.recipe === recipe.id),
      }))
    },
  }),
  'recipes.save': action({
    summary: 'Save a recipe with options under a name, for window and terminal',
    input: RecipesSaveInput,
    async run({ sessions, clock, recipes }, { dir, ...given }) {
      const session = await sessions.of(dir)
      const saved = { ...checked(recipes, given), savedAt: clock.timestamp() }
      return changeRecordsUndoably(session, async () => {
        refuseIfTaken(await ownRecipes(session), given)
        const what = `Saved the recipe ${saved.name}`
        return { change: { ownRecipes: { put: [saved] } }, what, answer: saved }
      })
    },
  }),
  'recipes.delete': action({
    summary: 'Remove recipes of your own',
    input: z.object({
      dir: Dir,
      names: z.array(OwnRecipe.shape.name).min(1).max(1000).describe('their names'),
    }),
    async run({ sessions }, { dir, names }) {
      const session = await sessions.of(dir)
      return changeRecordsUndoably(session, async () => {
        const known = await ownRecipes(session)
        const remove = known.map(({ name }) => name).filter((name) => names.includes(name))
        return {
          change: { ownRecipes: { remove } },
          what: removedText(remove.length, 'recipe'),
          answer: { deleted: remove.length },
        }
      })
    },
  }),
}

/** Workspaces of which it was said that what their own recipes are made of left. */
const told = new WeakSet<Session['store']>()

/** With what else left, as one notice takes the place of the one before. */
async function sayLeft(
  context: Pick<AppContext, 'recipes' | 'notify'>,
  session: Session,
  own: readonly OwnRecipe[],
): Promise<void> {
  const gone = own.filter(({ recipe }) => !context.recipes.all.some(({ id }) => id === recipe))
  if (gone.length === 0 || told.has(session.store)) return
  told.add(session.store)
  const { dir, left } = await infoOf(context, session)
  context.notify(dir, [...(left === undefined ? [] : [left]), ownLeftText(gone)].join(' '))
}

/**
 * With all options.
 * @throws Problem `bad-input` for a name that is a recipe's already, and for options that do not
 * fit.
 */
function checked(
  recipes: Recipes,
  { name, recipe: id, options }: Pick<OwnRecipe, 'name' | 'recipe' | 'options'>,
): Omit<OwnRecipe, 'savedAt'> {
  const namesake = recipes.all.find((recipe) =>
    [recipe.id, recipe.title].some((known) => known.toLowerCase() === name.toLowerCase()),
  )
  if (namesake) {
    const message = `“${name}” is a recipe of Pegboard’s.`
    throw new Problem('bad-input', message, 'Choose another name.')
  }
  const recipe = recipeOf(recipes, id)
  const all = parseOptions(recipe, options)
  if (sameOptions(all, {}, parseOptions(recipe, {}))) {
    const message = `These are the options that “${id}” has without any change.`
    throw new Problem('bad-input', message, 'Change one, then save.')
  }
  return { name, recipe: id, options: all }
}

/**
 * @throws Problem `conflict` where the name is taken and is to stay, and where there are too many.
 */
function refuseIfTaken(
  own: readonly OwnRecipe[],
  { name, replace }: Pick<RecipesSaveInput, 'name' | 'replace'>,
): void {
  const isThere = own.some((each) => each.name === name)
  if (isThere && !replace) {
    const message = `This workspace has a recipe “${name}” already. Nothing was saved.`
    throw new Problem('conflict', message, 'Choose another name, or replace it.')
  }
  if (!isThere && own.length >= MOST_OWN_RECIPES) {
    const message = `This workspace holds ${MOST_OWN_RECIPES} recipes of its own, as many as it keeps.`
    throw new Problem('conflict', message, 'Delete those you no longer need.')
  }
}

function describe(recipe: Recipe): Omit<RecipeInfo[][number], 'own'> {
  const { id, title, summary, source, size } = recipe
  const defaults = parseOptions(recipe, {})
  const pipeline = recipe.build(WITHOUT_CATALOG, defaults)
  return {
    id,
    title,
    summary,
    source,
    size,
    options: optionsSchema(recipe),
    defaults,
    asksModel: promptsOf(pipeline).length > 0,
    readsTurns: stagesOf(pipeline).some(({ readsTurns }) => readsTurns === true),
    ...(recipe.simulates && { simulates: recipe.simulates }),
    ...(recipe.adaptiveWhere && { adaptiveWhere: recipe.adaptiveWhere }),
    ...(recipe.learnsFields && { learnsFields: true as const }),
    ...(recipe.asksModelWhere && { asksModelWhere: recipe.asksModelWhere }),
    embeds: sourcesOf(pipeline).some(({ embeds }) => embeds),
    diagram: diagramOf(pipeline),
  }
}
