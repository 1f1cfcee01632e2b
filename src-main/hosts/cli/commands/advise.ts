import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { actions, type ActionAnswer } from '../../../features/actions'
import type { Price } from '../../../domain/measure/price'
import { costOf, REQUESTS } from '../../../domain/measure/price-text'
import { Problem } from '../../../domain/problem'
import { AdviceTarget } from '../../../domain/run/advice'
import { adviceLines } from '../../../domain/run/advice-words'
import { everythingOf } from '../../../domain/run/catalog-size'
import { comparableInUse } from '../../../domain/run/comparable-runs'
import { markedName } from '../../../domain/run/remarks'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { command, type Given } from '../command'
import { reads, several } from '../flags'
import { priceOf } from '../price-choice'
import { plainText } from '../print-table'
import { namesOf } from '../recipe-choice'
import { findRun } from '../run-choice'
import type { CommandSession } from '../session'

const advising = actions['evaluation.advise'].input.shape
const wanted = AdviceTarget.shape

const ADVISE_FLAGS = {
  dir: advising.dir,
  golden: z.string().optional().meta({
    title: 'name',
    description: 'use the runs of this golden set; default: the one measured last',
  }),
  run: several('id', 'use this run, by the beginning of its id; may be repeated'),
  recall: reads(share, 'share')
    .optional()
    .describe(wanted.recall.description ?? ''),
  accuracy: z
    .union([z.literal(true), reads(share, 'share')])
    .optional()
    .meta({
      title: 'share',
      description: `${wanted.accuracy.description}; without a share the best`,
    }),
  agent: advising.agent,
  tokens: wanted.tokens,
  k: advising.k,
  model: z.string().optional().meta({
    title: 'name',
    description: 'the model whose price to show; default: the first of `pegboard prices`',
  }),
}
type AdviseFlags = Given<typeof ADVISE_FLAGS>

export const advise = command({
  summary: 'recommend a recipe and k from what was measured',
  input: ADVISE_FLAGS,
  run: advised,
  json: ({ advice, price }) => ({
    ...advice,
    ...(price && {
      cost: { ...price, requests: REQUESTS, amount: costOf(advice.chosen.tokens, price) },
    }),
  }),
  print: lines,
})

/** Runs that are held against each other, at the most: the newest. */
const MOST_RUNS = 20

function share(text: string): number {
  const given = text.trim() === '' ? NaN : Number(text)
  if (given >= 0 && given <= 1) return given
  throw new InvalidArgumentError('Give a share between 0 and 1, such as 0.9.')
}

interface Advised {
  runs: MeasuredRun[]
  advice: ActionAnswer<'evaluation.advise'>
  price: Price | undefined
}

async function advised(session: CommandSession, flags: AdviseFlags): Promise<Advised> {
  const { dir, agent, k, model, recall, tokens, accuracy } = flags
  const runs = await runsMeant(session, dir, flags)
  const isGoalGiven = [recall, tokens, accuracy, agent].some((given) => given !== undefined)
  const given = { recall, tokens, ...(typeof accuracy === 'number' && { accuracy }) }
  const target = isGoalGiven ? given : undefined
  const score = accuracy === undefined ? undefined : 'accuracy'
  const advice = await session.request('evaluation.advise', {
    dir,
    runs: runs.map(({ id }) => id),
    target,
    k,
    score,
    agent,
    // Who names runs means these.
    withOutdated: flags.run !== undefined,
  })
  return { runs, advice, price: await priceOf(session, model) }
}

async function lines(
  { runs, advice, price }: Advised,
  { dir }: AdviseFlags,
  session: CommandSession,
): Promise<string[]> {
  const recipeOf = namesOf(await session.request('recipes.list', { dir }))
  const named = new Map(runs.map((each) => [each.id, markedName(plainText(recipeOf(each)), each)]))
  const nameOf = (id: string) => nameIn(named, id)
  return adviceLines(advice, { price, nameOf, everything: everythingOf(runs) })
}

/** A recipe's name, with the beginning of the run's id where others are of the same recipe. */
function nameIn(named: ReadonlyMap<string, string>, id: string): string {
  const name = named.get(id) ?? id
  const alike = [...named.values()].filter((other) => other === name)
  return alike.length > 1 ? `${name} (run ${id.slice(0, 8)})` : name
}

async function runsMeant(
  session: CommandSession,
  dir: string,
  { golden, run: given }: AdviseFlags,
): Promise<MeasuredRun[]> {
  if (given) {
    const found: MeasuredRun[] = []
    for (const id of given) found.push(await findRun(session, dir, id))
    return found
  }
  const all = await session.request('evaluation.runs', { dir })
  const ofSet = all.filter(({ goldenSet }) => golden === undefined || goldenSet === golden)
  const runs = comparableInUse(ofSet, await session.request('evaluation.outdated', { dir }))
  const [first] = runs
  if (!first) {
    throw new Problem(
      'not-found',
      golden === undefined ? 'Nothing is measured yet.' : `Nothing is measured on “${golden}” yet.`,
      'Measure recipes with: pegboard eval --golden NAME --recipe ONE --recipe OTHER',
    )
  }
  const taken = runs.slice(0, MOST_RUNS)
  const left = all.filter(({ goldenSet }) => goldenSet === first.goldenSet).length - taken.length
  session.remark(
    `By ${taken.length} runs on “${first.goldenSet}”${left > 0 ? `; ${left} others are older or measured other queries` : ''}.`,
  )
  return taken
}
