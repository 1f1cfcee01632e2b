import { Dir, type WorkspaceWorkWithAnswer } from '../../contract/workspace'
import { SetName } from '../../contract/golden'
import { Problem } from '../../domain/problem'
import { sameOptions } from '../../domain/recipe/option'
import type { JsonObject } from '../../domain/tool/tool'
import { WorksWith } from '../../domain/recipe/choice'
import type { MovedSettings } from '../../domain/workspace/settings'
import type { WorkspaceInfo } from '../../domain/workspace/workspace'
import { recipeOf, STANDARD_RECIPE } from '../../pipeline/recipes/registry'
import type { AppContext } from '../context'
import type { AppPorts } from '../ports'
import { requireDevelopment } from '../golden/set-uses'
import { parseOptions } from './recipe-options'
import type { Session } from '../workspaces/session'
import { z } from 'zod'

/** What a workspace works with until it chooses. */
export const STANDARD: WorksWith = { recipe: STANDARD_RECIPE, options: {}, k: 5 }

export const WorkspaceWorkWithInput = z.object({
  dir: Dir,
  ...WorksWith.omit({ judgedOn: true }).partial().shape,
  judgedOn: SetName.nullable()
    .optional()
    .describe('the development set that changes are judged on; null: the one that fits best'),
  clear: z.boolean().default(false),
})
export type WorkspaceWorkWithInput = z.output<typeof WorkspaceWorkWithInput>

/** What is asked of a recipe, as far as a request says it: what it leaves out is what the workspace works with. */
export interface AskedOf {
  recipe?: string | undefined
  options?: JsonObject | undefined
  k?: number | undefined
}

/** The recipe that a request names, with the options that it names, or else what the workspace works with. */
export const chosenRecipe = async (
  context: Pick<AppContext, 'sessions'>,
  dir: string,
  asked: AskedOf,
): Promise<WorksWith> => withAsked(await worksWith(context, dir), asked)

/** Another recipe begins with its own defaults. */
function withAsked(works: WorksWith, { recipe, options, k }: AskedOf): WorksWith {
  const own = recipe === undefined || recipe === works.recipe ? works.options : {}
  return {
    ...works,
    ...{ recipe: recipe ?? works.recipe, options: options ?? own, k: k ?? works.k },
  }
}

/** What a workspace works with: the recipe, its options and k that it chose, or else the standard ones. */
export const worksWith = async (
  { sessions }: Pick<AppContext, 'sessions'>,
  dir: string,
): Promise<WorksWith> => (await infoOf(await sessions.of(dir))).worksWith

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

type Input = WorkspaceWorkWithInput

/**
 * Has a workspace work with another recipe, other options, another k or another golden set, or again with the standard ones.
 * @throws Problem `not-found` for a recipe or a golden set that there is not, `bad-input` for options that the recipe does not
 * take, `conflict` for a test set.
 */
export async function workWith(
  context: Pick<AppContext, 'sessions'>,
  { dir, clear, judgedOn, ...asked }: Input,
): Promise<WorkspaceWorkWithAnswer> {
  if (clear && Object.values({ judgedOn, ...asked }).some((value) => value !== undefined)) {
    const message = 'A workspace works either with what is standard or with what is named.'
    throw new Problem('bad-input', message, 'Ask for one of them.')
  }
  const session = await context.sessions.of(dir)
  return session.change(async () => {
    const { worksWith: before } = await session.store.info()
    if (typeof judgedOn === 'string') await requireDevelopment(session, judgedOn)
    const named = withAsked(before ?? STANDARD, asked)
    const own = clear
      ? undefined
      : checked({
          ...named,
          judgedOn: judgedOn === undefined ? named.judgedOn : (judgedOn ?? undefined),
        })
    return {
      ...(!isSame(before, own) && { worksWith: own ?? null }),
      answer: { ...(before && { before }), now: own ?? STANDARD },
    }
  })
}

/** With all options: defaults that change later do not change it. */
const checked = ({ recipe, options, k, judgedOn }: WorksWith): WorksWith => ({
  ...{ recipe, k },
  options: parseOptions(recipeOf(recipe), options),
  ...(judgedOn !== undefined && { judgedOn }),
})

const isSame = (one: WorksWith | undefined, other: WorksWith | undefined): boolean =>
  one?.recipe === other?.recipe &&
  one?.k === other?.k &&
  one?.judgedOn === other?.judgedOn &&
  sameOptions(one?.options ?? {}, other?.options ?? {}, {})

/**
 * Gives the recipe and k, which the settings of Pegboard 0.1 held for all workspaces, to each that has chosen none.
 * @throws Problem where one cannot be opened or written, once all others have it.
 */
export async function giveToWorkspaces(
  { library }: Pick<AppPorts, 'library'>,
  { recipe = STANDARD.recipe, k = STANDARD.k }: MovedSettings,
): Promise<void> {
  const give = async (dir: string) => {
    const store = await library.open(dir)
    try {
      const { worksWith: own } = await store.info()
      if (!own) await store.commit({ worksWith: { ...STANDARD, recipe, k } })
    } finally {
      await store.close()
    }
  }
  const without = (await library.list()).filter(({ info }) => info && !info.worksWith)
  const given = await Promise.allSettled(without.map(({ dir }) => give(dir)))
  const failed = given.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}
