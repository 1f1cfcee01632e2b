import { sameOptions } from '../../domain/recipe/option'
import type { JsonObject } from '../../domain/tool/tool'
import type { WorksWith } from '../../domain/recipe/choice'
import type { WorkspaceInfo } from '../../domain/workspace/workspace'
import { recipeOf, STANDARD_RECIPE } from '../../pipeline/recipes/registry'
import type { AppContext } from '../context'
import { parseOptions } from './recipe-options'
import type { Session } from '../workspaces/session'

/** What a workspace works with until it chooses. */
export const STANDARD: WorksWith = { recipe: STANDARD_RECIPE, options: {}, k: 5 }

/**
 * What is asked of a recipe, as far as a request says it: what it leaves out is what the workspace
 * works with.
 */
export interface AskedOf {
  recipe?: string | undefined
  options?: JsonObject | undefined
  k?: number | undefined
}

/**
 * The recipe that a request names, with the options that it names, or else what the workspace works
 * with.
 */
export const chosenRecipe = async (
  context: Pick<AppContext, 'sessions'>,
  dir: string,
  asked: AskedOf,
): Promise<WorksWith> => withAsked(await worksWith(context, dir), asked)

/**
 * Another recipe begins with its own defaults; what the choice was made by is no part of what is
 * asked.
 */
export function withAsked(
  { restsOn: _, ...works }: WorksWith,
  { recipe, options, k }: AskedOf,
): WorksWith {
  const own = recipe === undefined || recipe === works.recipe ? works.options : {}
  return {
    ...works,
    recipe: recipe ?? works.recipe,
    options: options ?? own,
    k: k ?? works.k,
  }
}

/**
 * What a workspace works with: the recipe, its options and k that it chose, or else the standard
 * ones.
 */
export const worksWith = async (
  { sessions }: Pick<AppContext, 'sessions'>,
  dir: string,
): Promise<WorksWith> => {
  const { store } = await sessions.of(dir)
  return (await store.info()).worksWith ?? STANDARD
}

/** What a workspace is and holds, and what it works with. */
export async function infoOf({ store }: Pick<Session, 'store'>): Promise<WorkspaceInfo> {
  const info = await store.info()
  const { worksWith: own = STANDARD } = info
  return { ...info, worksWith: own, ...(!isStandard(own) && { hasChosen: true as const }) }
}

/** Whether a workspace works with the standard recipe as it comes, at the standard k. */
const isStandard = ({ recipe, options, k }: WorksWith): boolean =>
  recipe === STANDARD.recipe &&
  k === STANDARD.k &&
  sameOptions(options, STANDARD.options, parseOptions(recipeOf(STANDARD.recipe), {}))
