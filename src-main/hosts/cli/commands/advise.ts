import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { actions, type ActionAnswer } from '../../../features/actions'
import type { NamedRun } from '../../../contract/evaluation'
import type { Price } from '../../../domain/measure/price'
import { costOf, REQUESTS } from '../../../domain/measure/price-text'
import { AdviceTarget } from '../../../domain/run/advice'
import { adviceLines } from '../../../domain/run/advice-words'
import { everythingOf } from '../../../domain/run/catalog-size'
import { markedName } from '../../../domain/run/remarks'
import { command, type Given } from '../command'
import { reads, several } from '../flags'
import type { RunsRemark } from '../eval-addition'
import { priceOf } from '../price-choice'
import { saidOfChosen } from '../said-of-chosen'
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
  json: ({ advice, price, said }) => ({
    ...advice,
    ...said.json,
    ...(price && {
      cost: { ...price, requests: REQUESTS, amount: costOf(advice.chosen.tokens, price) },
    }),
  }),
  print: lines,
})

function share(text: string): number {
  const given = text.trim() === '' ? NaN : Number(text)
  if (given >= 0 && given <= 1) return given
  throw new InvalidArgumentError('Give a share between 0 and 1, such as 0.9.')
}

interface Advised {
  runs: NamedRun[]
  advice: ActionAnswer<'evaluation.advise'>
  price: Price | undefined
  /** What features say of what is advised. */
  said: RunsRemark
}

async function advised(session: CommandSession, flags: AdviseFlags): Promise<Advised> {
  const { dir, agent, k, model, recall, tokens, accuracy } = flags
  const runs = await runsMeant(session, flags)
  const isGoalGiven = [recall, tokens, accuracy, agent].some((given) => given !== undefined)
  const given = { recall, tokens, ...(typeof accuracy === 'number' && { accuracy }) }
  const target = isGoalGiven ? given : undefined
  const score = accuracy === undefined ? undefined : 'accuracy'
  const advice = await session.request('evaluation.advise', {
    dir,
    runs: runs.map(({ run }) => run.id),
    target,
    k,
    score,
    agent,
    // Who names runs means these.
    withOutdated: flags.run !== undefined,
  })
  const { chosen } = advice
  const said = await saidOfChosen(session, { dir, run: chosen.run, k: chosen.k })
  return { runs, advice, price: await priceOf(session, model), said }
}

function lines({ runs, advice, price, said }: Advised): string[] {
  const named = new Map(runs.map(({ run, label }) => [run.id, markedName(label, run)]))
  const nameOf = (id: string) => named.get(id) ?? id
  const everything = everythingOf(runs.map(({ run }) => run))
  return [...adviceLines(advice, { price, nameOf, everything }), ...said.lines]
}

/** Those that are named, or all that can be compared with the newest in use. */
async function runsMeant(
  session: CommandSession,
  { dir, golden: goldenSet, run: named }: AdviseFlags,
): Promise<NamedRun[]> {
  const chosen = named ? { runs: named } : { goldenSet, all: true }
  const { runs, left } = await session.request('evaluation.together', { dir, ...chosen })
  if (!named) {
    session.remark(
      `By ${runs.length} runs on “${runs[0]?.run.goldenSet ?? ''}”${left > 0 ? `; ${left} others are older, measured other queries or a part of a recipe` : ''}.`,
    )
  }
  return runs
}
