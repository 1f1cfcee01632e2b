import { Dir, type WorkspaceWorkWithAnswer } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { sameOptions, worksWithOf } from '../../domain/recipe/option'
import type { JsonObject } from '../../domain/tool/tool'
import { WorksWith } from '../../domain/recipe/choice'
import { recipeOf } from '../../pipeline/recipes/registry'
import type { AppContext } from '../context'
import { parseOptions } from './recipe-options'
import type { Session } from '../workspaces/session'
import { settingsInUse } from './settings-in-use'
import { z } from 'zod'

export const WorkspaceWorkWithInput = z.object({
  dir: Dir,
  ...WorksWith.partial().shape,
  clear: z.boolean().default(false),
})
export type WorkspaceWorkWithInput = z.output<typeof WorkspaceWorkWithInput>

/** What is asked of a recipe, as far as a request says it: what it leaves out is what the workspace works with. */
export interface AskedOf {
  recipe?: string | undefined
  options?: JsonObject | undefined
  k?: number | undefined
}

type Reading = Pick<AppContext, 'sessions' | 'settings'>

/** The recipe that a request names, with the options that it names, or else what the workspace works with. */
export const chosenRecipe = async (
  context: Reading,
  dir: string,
  asked: AskedOf,
): Promise<WorksWith> => withAsked(await worksWith(context, dir), asked)

/** Another recipe begins with its own defaults. */
function withAsked(works: WorksWith, { recipe, options, k }: AskedOf): WorksWith {
  const own = recipe === undefined || recipe === works.recipe ? works.options : {}
  return { recipe: recipe ?? works.recipe, options: options ?? own, k: k ?? works.k }
}

/** What a workspace works with: the recipe, its options and k that it adopted, or those of the settings. */
export const worksWith = async ({ sessions, settings }: Reading, dir: string): Promise<WorksWith> =>
  worksWithIn(await sessions.of(dir), settings)

/** The same of an open workspace. */
export async function worksWithIn(
  { store }: Session,
  settings: AppContext['settings'],
): Promise<WorksWith> {
  const [info, all] = await Promise.all([store.info(), settings.read()])
  return worksWithOf(info, settingsInUse(all))
}

type Input = WorkspaceWorkWithInput

/**
 * Has a workspace work with another recipe, other options or another k, or again with what the settings say.
 * @throws Problem `not-found` for a recipe that there is not, `bad-input` for options that it does not take.
 */
export async function workWith(
  context: Reading,
  { dir, clear, ...asked }: Input,
): Promise<WorkspaceWorkWithAnswer> {
  if (clear && Object.values(asked).some((value) => value !== undefined)) {
    const message = 'A workspace works either with what the settings say or with what is named.'
    throw new Problem('bad-input', message, 'Ask for one of them.')
  }
  const session = await context.sessions.of(dir)
  return session.change(async () => {
    const { worksWith: before } = await session.store.info()
    const all = settingsInUse(await context.settings.read())
    const own = clear
      ? undefined
      : checked(withAsked(worksWithOf({ worksWith: before }, all), asked))
    return {
      ...(!isSame(before, own) && { worksWith: own ?? null }),
      answer: { ...(before && { before }), now: worksWithOf({ worksWith: own }, all) },
    }
  })
}

/** With all options: defaults that change later do not change it. */
const checked = ({ recipe, options, k }: WorksWith): WorksWith => ({
  ...{ recipe, k },
  options: parseOptions(recipeOf(recipe), options),
})

const isSame = (one: WorksWith | undefined, other: WorksWith | undefined): boolean =>
  one?.recipe === other?.recipe &&
  one?.k === other?.k &&
  sameOptions(one?.options ?? {}, other?.options ?? {}, {})
