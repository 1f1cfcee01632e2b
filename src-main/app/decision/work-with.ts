import { z } from 'zod'
import { SetName } from '../../contract/golden'
import {
  Dir,
  type WorkspaceRestsOnAnswer,
  type WorkspaceWorkWithAnswer,
} from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { partOfId } from '../../domain/query/tier'
import { AskedForm } from '../../domain/agent/answer-form'
import { STANDARD_FORM } from '../../domain/agent/form-words'
import { RestsOn, WorksWith } from '../../domain/recipe/choice'
import { sameOptions } from '../../domain/recipe/option'
import { canonical } from '../../domain/value/canonical'
import { absentRecord, RECORD_KINDS } from '../../domain/workspace/record-kinds'
import { recipeOf, type Recipes } from '../../pipeline/recipes/recipe'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { fittingRun, isOf } from '../evaluation/fitting-run'
import { outdatedAmong } from '../evaluation/outdated'
import { storedRuns } from '../evaluation/store'
import { requireDevelopment } from '../golden/set-uses'
import { parseOptions } from '../recipes/recipe-options'
import { standardChoice, standingChoice, withChoices, worksWith } from '../recipes/works-with'

export const WorkspaceWorkWithInput = z.object({
  dir: Dir,
  ...WorksWith.omit({ judgedOn: true, restsOn: true, form: true }).partial().shape,
  form: AskedForm.optional(),
  restsOn: RestsOn.optional().describe('as it was before, where that is to be again'),
  judgedOn: SetName.nullable()
    .optional()
    .describe('the development set that changes are judged on; null: the one that fits best'),
  run: z
    .string()
    .optional()
    .describe(
      'the run that it is chosen by, by its id; left out: the newest of it on a development set, one that is of what is in use now first',
    ),
  clear: z.boolean().default(false),
})
export type WorkspaceWorkWithInput = z.output<typeof WorkspaceWorkWithInput>

/**
 * Has a workspace work with another recipe, other options, another k or another golden set, or
 * again with the standard ones. Keeps by what run that was chosen, and what was outdated of it.
 * @throws Problem `not-found` for a recipe, a run or a golden set that there is not, `bad-input`
 * for options that the recipe does not take, `conflict` for a test set.
 */
export async function workWith(
  context: AppContext,
  { dir, clear, judgedOn, run, restsOn: wasBefore, ...asked }: WorkspaceWorkWithInput,
  call: Pick<Call, 'signal'>,
): Promise<WorkspaceWorkWithAnswer> {
  if (clear && Object.values({ judgedOn, run, ...asked }).some((value) => value !== undefined)) {
    const message = 'A workspace works either with what is standard or with what is named.'
    throw new Problem('bad-input', message, 'Ask for one of them.')
  }
  const session = await context.sessions.of(dir)
  const { recipes } = context
  const standing = async () => standingChoice(recipes, (await session.store.info()).worksWith).works
  const wanted = withChoices(await standing(), asked)
  const restsOn =
    wasBefore ?? (clear ? undefined : await restingOn(context, { dir, run, wanted }, call))
  return session.change(async () => {
    const { worksWith: before } = await session.store.info()
    if (typeof judgedOn === 'string') await requireDevelopment(session, judgedOn)
    const now = await standing()
    const named = withChoices(now, asked)
    const own = clear
      ? undefined
      : checked(recipes, {
          ...named,
          judgedOn: judgedOn === undefined ? named.judgedOn : (judgedOn ?? undefined),
          restsOn: wasBefore || isOtherChoice(named, before, run) ? restsOn : before?.restsOn,
        })
    return {
      ...((!isSame(before, own) || isChosenByOther(before, own)) && { worksWith: own ?? null }),
      answer: { ...(before && { before: now }), now: own ?? standardChoice(recipes) },
    }
  })
}

/** Whether a recipe or k is chosen: what the same ones are judged on chooses neither. */
const isOtherChoice = (
  named: WorksWith,
  before: WorksWith | undefined,
  run: string | undefined,
): boolean =>
  run !== undefined ||
  before === undefined ||
  named.recipe !== before.recipe ||
  named.k !== before.k ||
  !sameOptions(named.options, before.options, {})

/**
 * By what a recipe with its options is chosen.
 * @throws Problem `not-found` for a run that there is not, `bad-input` for one of something else.
 */
async function restingOn(
  context: AppContext,
  { dir, run: id, wanted }: { dir: string; run: string | undefined; wanted: WorksWith },
  call: Pick<Call, 'signal'>,
): Promise<RestsOn | undefined> {
  if (id === undefined) {
    const found = await fittingRun(context, { dir, worksWith: wanted }, call)
    return found && { ...found, run: found.run.id }
  }
  const session = await context.sessions.of(dir)
  const run = (await storedRuns(session)).find((each) => each.id === partOfId(id).run)
  if (!run) throw absentRecord(RECORD_KINDS.runs, id)
  if (!isOf(context.recipes, run, wanted)) {
    const message = 'That run measured another recipe, or other options.'
    throw new Problem('bad-input', message, 'Name a run of what is to be worked with.')
  }
  const outdated = (await outdatedAmong(context, { dir, runs: [run] }, call))[run.id]
  return { run: run.id, ...(outdated && { outdated }) }
}

export const WorkspaceRestsOnInput = z.object({ dir: Dir })

/**
 * What the choice of recipe and k rests on: as it was then, and as far as the figures of it that
 * there are now are outdated.
 */
export async function restsOn(
  context: AppContext,
  { dir }: z.output<typeof WorkspaceRestsOnInput>,
  call: Pick<Call, 'signal'>,
): Promise<WorkspaceRestsOnAnswer> {
  const works = await worksWith(context, dir)
  const found = await fittingRun(context, { dir, worksWith: works }, call)
  return {
    ...(works.restsOn && { then: works.restsOn }),
    ...(found && { now: { ...found, run: found.run.id } }),
  }
}

/** With all options: defaults that change later do not change it. */
const checked = (
  recipes: Recipes,
  { recipe, options, k, form, judgedOn, restsOn }: WorksWith,
): WorksWith => ({
  recipe,
  k,
  options: parseOptions(recipeOf(recipes, recipe), options),
  ...(form && { form }),
  ...(judgedOn !== undefined && { judgedOn }),
  ...(restsOn && { restsOn }),
})

const isChosenByOther = (one: WorksWith | undefined, other: WorksWith | undefined): boolean =>
  canonical(one?.restsOn) !== canonical(other?.restsOn)

const isSame = (one: WorksWith | undefined, other: WorksWith | undefined): boolean =>
  one?.recipe === other?.recipe &&
  one?.k === other?.k &&
  one?.judgedOn === other?.judgedOn &&
  isSameForm(one, other) &&
  sameOptions(one?.options ?? {}, other?.options ?? {}, {})

const isSameForm = (one: WorksWith | undefined, other: WorksWith | undefined): boolean =>
  canonical(one?.form ?? STANDARD_FORM) === canonical(other?.form ?? STANDARD_FORM)
