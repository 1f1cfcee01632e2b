import { z } from 'zod'
import { Dir } from '../../../contract/workspace'
import { AnswerDetail, type AskedForm } from '../../../domain/agent/answer-form'
import { formText } from '../../../domain/agent/form-words'
import type { WorksWith } from '../../../domain/recipe/choice'
import { restsOnLines } from '../../../domain/recipe/rests-words'
import { command } from '../command'
import { K, OPTION, whole } from '../flags'
import { changesText } from '../option-text'
import { plainText } from '../print-table'
import { chosenRecipes, namesOf, worksWithIn } from '../recipe-choice'
import { saidOfChosen } from '../said-of-chosen'
import { shortId } from '../../../domain/run/run-names'
import type { CommandSession } from '../session'

const CHOICE = {
  dir: Dir,
  recipe: z
    .string()
    .optional()
    .meta({ title: 'name', description: 'the recipe, or one of your own' }),
  option: OPTION,
  k: K.describe('how many tools'),
  detail: AnswerDetail.optional().meta({
    title: 'detail',
    description: 'how much of each tool agents are given; get_tools gives the rest',
  }),
  whole: whole(0).optional().meta({
    title: 'n',
    description: 'give the first n tools in full, whatever the detail',
  }),
  compact: z
    .enum(['yes', 'no'])
    .optional()
    .describe('write shared parameters once and shorten long lists and texts, or all as imported'),
  budget: whole(50).optional().meta({
    title: 'tokens',
    description: 'the most tokens of an answer to an agent',
  }),
  judgedOn: z.string().optional().meta({
    title: 'set',
    description: 'the development set that changes are judged on',
  }),
  default: z.boolean().optional().describe('go back to the standard recipe and k'),
}
type Choice = { [Flag in keyof typeof CHOICE]: z.output<(typeof CHOICE)[Flag]> }

export const workWith = command({
  summary: 'choose the recipe, k and golden set that a workspace works with, or show them',
  input: CHOICE,
  async run(session, given) {
    const { dir } = given
    const asked = await askedOf(session, given)
    const isAsked = Object.keys(asked).length > 0
    const done = isAsked && (await session.request('workspace.workWith', { dir, ...asked }))
    const before = done ? done.before : undefined
    return { ...(await worksWithIn(session, dir)), ...(before && { before }) }
  },
  async print({ before: _, ...now }, { dir }, session) {
    const { name } = await session.request('workspace.read', { dir })
    const what = await worksText(session, dir, now)
    const rests = await session.request('workspace.restsOn', { dir })
    const again = rests.now?.outdated && `Measure again: pegboard again ${shortId(rests.now.run)}`
    const said = rests.now && (await saidOfChosen(session, { dir, run: rests.now.run, k: now.k }))
    return [
      `“${plainText(name)}” works with ${what}, k = ${now.k}${judgedText(now)}.`,
      ...(now.form ? [`Agents are given ${formText(now.form)}.`] : []),
      ...restsOnLines(rests).map((line) => `${plainText(line)}.`),
      ...(again ? [again] : []),
      ...(said ? said.lines : []),
    ]
  },
})

/** What a request is to say: options go with the recipe that they are of. */
async function askedOf(
  session: CommandSession,
  { dir, recipe, option, k, judgedOn, default: clear, ...form }: Choice,
) {
  const names = recipe === undefined ? undefined : [recipe]
  const { chosen } =
    names || option ? await chosenRecipes(session, { dir, names, options: option }) : { chosen: [] }
  const [first] = chosen
  return {
    ...(first && { recipe: first.recipe, options: first.options }),
    ...(k !== undefined && { k }),
    ...(Object.values(form).some((value) => value !== undefined) && { form: formOf(form) }),
    ...(judgedOn !== undefined && { judgedOn }),
    ...(clear && { clear }),
  }
}

type FormFlags = Pick<Choice, 'detail' | 'whole' | 'compact' | 'budget'>

const formOf = ({ compact, ...form }: FormFlags): AskedForm => ({
  ...form,
  ...(compact !== undefined && { compact: compact === 'yes' }),
})

const judgedText = ({ judgedOn }: WorksWith): string =>
  judgedOn === undefined ? '' : `, judged on “${plainText(judgedOn)}”`

/** `bm25 with b=0.4`, with the name before it where it has one. */
async function worksText(session: CommandSession, dir: string, works: WorksWith): Promise<string> {
  const recipes = await session.request('recipes.list', { dir })
  const name = namesOf(recipes)(works)
  const recipe = recipes.find(({ id }) => id === works.recipe)
  const changes = recipe ? plainText(changesText(recipe, works.options)) : ''
  const what = changes ? `${works.recipe} with ${changes}` : works.recipe
  return name === works.recipe ? what : `“${name}”, ${what}`
}
