import { InvalidArgumentError, type Command } from 'commander'
import { costOf, REQUESTS } from '../../../domain/measure/price-text'
import { Problem } from '../../../domain/problem'
import type { AdviceTarget } from '../../../domain/run/advice'
import { adviceBasis, adviceNotes, adviceText, fewerText } from '../../../domain/run/advice-words'
import { comparableRuns } from '../../../domain/run/comparable-runs'
import { markedName } from '../../../domain/run/remarks'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { amount, several, wholeNumber } from '../arguments'
import { priceOf } from '../price-choice'
import { plainText } from '../print-table'
import { namesOf } from '../recipe-choice'
import { findRun } from '../run-choice'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  golden?: string
  run?: string[]
  recall?: number
  accuracy?: number | true
  agent?: string
  tokens?: number
  k?: number
  model?: string
  json?: boolean
}

/** Runs that are held against each other, at the most: the newest. */
const MOST_RUNS = 20

export function addAdviseCommand(program: Command, run: Run): void {
  program
    .command('advise')
    .description('say which recipe and k to work with, by what was measured')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--golden <name>', 'by the runs of this golden set; default: that measured last')
    .option('--run <id>', 'by this run, by the beginning of its id; may be repeated', several)
    .option('--recall <share>', 'the recall that is wanted, such as 0.9', share)
    .option(
      '--accuracy [share]',
      'the expected accuracy of an agent that is wanted, such as 0.8; without a share the best',
      share,
    )
    .option('--agent <model>', 'whose accuracy; default: that measured last by agent-eval')
    .option('--tokens <n>', 'the most prompt tokens that a request’s tools may take', amount)
    .option('--k <n>', 'the k of now, of which a smaller one may keep most', wholeNumber(1))
    .option('--model <name>', 'whose price is told; default: the first of `pegboard prices`')
    .option('--json', 'print one JSON object')
    .action((flags: Flags) => run((session) => advise(session, flags)))
}

function share(text: string): number {
  const given = amount(text)
  if (given <= 1) return given
  throw new InvalidArgumentError('Give a share between 0 and 1, such as 0.9.')
}

async function advise(session: CommandSession, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const runs = await runsMeant(session, dir, flags)
  const target = targetOf(flags)
  const score = flags.accuracy === undefined ? undefined : 'accuracy'
  const advice = await session.request('evaluation.advise', {
    ...{ dir, runs: runs.map(({ id }) => id), target, k: flags.k },
    ...{ score, agent: flags.agent },
  })
  const price = await priceOf(session, flags.model)
  if (flags.json) {
    const { tokens } = advice.chosen
    return session.printJson({
      target,
      ...advice,
      ...(price && { cost: { ...price, requests: REQUESTS, amount: costOf(tokens, price) } }),
    })
  }
  const recipeOf = namesOf(await session.request('recipes.list', { dir }))
  const named = new Map(runs.map((each) => [each.id, markedName(plainText(recipeOf(each)), each)]))
  const telling = { target, price, nameOf: (id: string) => nameIn(named, id) }
  session.print(adviceText(advice, telling))
  for (const note of adviceNotes(advice, telling)) session.print(note)
  if (advice.fewer) session.print(fewerText(advice.fewer, { ...telling, ...advice }))
  session.print(adviceBasis(advice))
}

const targetOf = ({ recall, accuracy, tokens }: Flags): AdviceTarget => ({
  ...{ recall, tokens },
  ...(typeof accuracy === 'number' && { accuracy }),
})

/** A recipe's name, with the beginning of the run's id where others are of the same recipe. */
function nameIn(named: ReadonlyMap<string, string>, id: string): string {
  const name = named.get(id) ?? id
  const alike = [...named.values()].filter((other) => other === name)
  return alike.length > 1 ? `${name} (run ${id.slice(0, 8)})` : name
}

async function runsMeant(
  session: CommandSession,
  dir: string,
  { golden, run: given }: Flags,
): Promise<MeasuredRun[]> {
  if (given) {
    const found: MeasuredRun[] = []
    for (const id of given) found.push(await findRun(session, dir, id))
    return found
  }
  const all = await session.request('evaluation.runs', { dir })
  const ofSet = all.filter(({ goldenSet }) => golden === undefined || goldenSet === golden)
  const runs = comparableRuns(ofSet)
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
