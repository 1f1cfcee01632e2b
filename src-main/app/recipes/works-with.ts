import type { AnswerForm, AskedForm } from '../../domain/agent/answer-form'
import { STANDARD_FORM } from '../../domain/agent/form-words'
import { canonical } from '../../domain/value/canonical'
import { sameOptions } from '../../domain/recipe/option'
import type { JsonObject } from '../../domain/tool/tool'
import type { WorksWith } from '../../domain/recipe/choice'
import { chosenLeftText, hasLeft, optionsLeftText, optionText } from '../../domain/recipe/left'
import type { WorkspaceInfo } from '../../domain/workspace/workspace'
import { recipeOf, type Recipes } from '../../pipeline/recipes/recipe'
import type { AppContext } from '../context'
import { parseOptions } from './recipe-options'
import type { Session } from '../workspaces/session'

/** What a workspace works with until it chooses. */
export const standardChoice = ({ standard }: Pick<Recipes, 'standard'>): WorksWith => ({
  recipe: standard,
  options: {},
  k: 5,
})

/**
 * What is asked of a recipe, as far as a request says it: what it leaves out is what the workspace
 * works with.
 */
export interface QueryChoices {
  recipe?: string | undefined
  options?: JsonObject | undefined
  k?: number | undefined
  form?: AskedForm | undefined
}

/**
 * The recipe that a request names, with the options that it names, or else what the workspace works
 * with.
 */
export const chosenRecipe = async (
  context: Pick<AppContext, 'sessions' | 'recipes' | 'notify'>,
  dir: string,
  asked: QueryChoices,
): Promise<WorksWith> => withChoices(await worksWith(context, dir), asked)

/**
 * Another recipe begins with its own defaults; what the choice was made by is no part of what is
 * asked.
 */
export function withChoices(
  { restsOn: _, ...works }: WorksWith,
  { recipe, options, k, form }: QueryChoices,
): WorksWith {
  const own = recipe === undefined || recipe === works.recipe ? works.options : {}
  return {
    ...works,
    recipe: recipe ?? works.recipe,
    options: options ?? own,
    k: k ?? works.k,
    ...(form && { form: { ...(works.form ?? STANDARD_FORM), ...definedIn(form) } }),
  }
}

/** Without what is left out by the value `undefined`. */
const definedIn = (form: AskedForm): Partial<AnswerForm> =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))

/**
 * What a workspace chose as far as it is still there, or else the standard recipe; with what is
 * said where something left.
 */
export function standingChoice(
  recipes: Recipes,
  chosen: WorksWith | undefined,
): { works: WorksWith; left?: string } {
  const standard = standardChoice(recipes)
  if (!chosen) return { works: standard }
  const { recipe, options } = chosen
  if (!recipes.all.some(({ id }) => id === recipe)) {
    const { restsOn: _, ...others } = chosen
    return {
      works: { ...others, recipe: standard.recipe, options: standard.options },
      left: chosenLeftText(recipe, standard.recipe),
    }
  }
  const gone = Object.entries(options).filter(([name, value]) => hasLeft(name, value))
  const left = gone.map(([name]) => name)
  if (gone.length === 0) return { works: chosen }
  const others = Object.entries(options).filter(([name]) => !left.includes(name))
  return {
    works: { ...chosen, options: Object.fromEntries(others) },
    left: optionsLeftText(recipe, gone.map(optionText)),
  }
}

/**
 * What a workspace works with: the recipe, its options and k that it chose, or else the standard
 * ones.
 */
export const worksWith = async (
  context: Pick<AppContext, 'sessions' | 'recipes' | 'notify'>,
  dir: string,
): Promise<WorksWith> => (await infoOf(context, await context.sessions.of(dir))).worksWith

/** Workspaces of which it was said that what they chose left. */
const notified = new WeakSet<Session['store']>()

/** What a workspace is and holds, and what it works with. That what it chose left is said once. */
export async function infoOf(
  { recipes, notify }: Pick<AppContext, 'recipes' | 'notify'>,
  { store }: Pick<Session, 'store'>,
): Promise<WorkspaceInfo> {
  const info = await store.info()
  const { works, left } = standingChoice(recipes, info.worksWith)
  if (left !== undefined && !notified.has(store)) {
    notified.add(store)
    notify(info.dir, left)
  }
  return {
    ...info,
    worksWith: works,
    ...(!isStandard(recipes, works) && { hasChosen: true as const }),
    ...(left !== undefined && { left }),
  }
}

/** Whether a workspace works with the standard recipe as it comes, at the standard k. */
function isStandard(recipes: Recipes, { recipe, options, k, form }: WorksWith): boolean {
  const standard = standardChoice(recipes)
  return (
    recipe === standard.recipe &&
    k === standard.k &&
    canonical(form ?? STANDARD_FORM) === canonical(STANDARD_FORM) &&
    sameOptions(options, standard.options, parseOptions(recipeOf(recipes, recipe), {}))
  )
}
