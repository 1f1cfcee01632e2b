import { z } from 'zod'
import { SetName } from '../../contract/golden'
import { Dir, type WorkspaceWorkWithAnswer } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { WorksWith } from '../../domain/recipe/choice'
import { sameOptions } from '../../domain/recipe/option'
import type { MovedSettings } from '../../domain/workspace/settings'
import { recipeOf } from '../../pipeline/recipes/registry'
import type { AppContext } from '../context'
import { requireDevelopment } from '../golden/set-uses'
import type { AppPorts } from '../ports'
import { parseOptions } from './recipe-options'
import { STANDARD, withAsked } from './works-with'

export const WorkspaceWorkWithInput = z.object({
  dir: Dir,
  ...WorksWith.omit({ judgedOn: true }).partial().shape,
  judgedOn: SetName.nullable()
    .optional()
    .describe('the development set that changes are judged on; null: the one that fits best'),
  clear: z.boolean().default(false),
})
export type WorkspaceWorkWithInput = z.output<typeof WorkspaceWorkWithInput>

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
