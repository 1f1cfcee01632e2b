import { InvalidArgumentError, type Command } from 'commander'
import type { FailedOffer } from '../../../contract/agent-run'
import type { ActionInput, ActionAnswer } from '../../../app/actions'
import { expectedLeftOut, VERDICT_ORDER } from '../../../domain/agent/words'
import type { AgentRun, AgentVerdict } from '../../../domain/agent/run'
import { Problem } from '../../../domain/problem'
import {
  agentRunsText,
  expectedText,
  outcomeLines,
  previewText,
  runListText,
} from '../agent-runs-text'
import { cutOffs, several, wholeNumber } from '../arguments'
import { OLLAMA_OPTION } from '../ollama-option'
import { chosenRecipes, namesOf } from '../recipe-choice'
import { findRun } from '../run-choice'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  json?: boolean
}
interface MeasureFlags extends Flags {
  golden: string
  tools: number[]
  seed: number
  run?: string[]
  recipe?: string[]
  k: number[]
  sample?: number
  sampleSeed: number
  preview?: boolean
  ollama?: string
}
interface ShowFlags extends Flags {
  verdict?: AgentVerdict[]
  search: string
  limit: number
}

/** `pegboard agent-eval`: the chat model as the agent, scored by its calls. No tool is executed. */
export function addAgentEvalCommand(program: Command, run: Run): void {
  const agent = program
    .command('agent-eval')
    .description('ask the chat model with tools given, and score its calls; no tool is executed')
  addMeasure(agent, run)
  const command = (name: string, description: string) =>
    agent
      .command(name)
      .description(description)
      .requiredOption('--workspace <dir>', 'the workspace')
      .option('--json', 'print one JSON object')
  command('list', 'list what was measured, the newest first').action((flags: Flags) =>
    run((session) => list(session, flags)),
  )
  command('show', 'show the queries of an agent run: expected calls, calls made, and what failed')
    .argument('<run>', 'the beginning of its id')
    .option(
      '--verdict <name>',
      `only those that came out so: ${VERDICT_ORDER.join(', ')}; may be repeated`,
      verdictNamed,
    )
    .option('--search <words>', 'only queries that hold this text', '')
    .option('--limit <n>', 'at most so many', wholeNumber(1), 20)
    .action((given: string, flags: ShowFlags) => run((session) => show(session, given, flags)))
  command('expected', 'expected agent accuracy: what a run finds times what the agent makes of it')
    .requiredOption('--golden <name>', 'the golden set')
    .action((flags: Flags & { golden: string }) => run((session) => expected(session, flags)))
  command('delete', 'remove agent runs')
    .argument('<runs...>', 'the beginnings of their ids')
    .action((given: string[], flags: Flags) => run((session) => remove(session, given, flags)))
}

const addMeasure = (agent: Command, run: Run): Command =>
  agent
    .command('measure', { isDefault: true })
    .description('measure the chat model with tools of the catalog, or those of runs')
    .requiredOption('--workspace <dir>', 'the workspace')
    .requiredOption('--golden <name>', 'the golden set')
    .option(
      '--tools <list>',
      'give the right tools among others of the catalog, so many in all, such as 1,5,20',
      cutOffs,
      [],
    )
    .option('--seed <n>', 'draws the same others for the same number', wholeNumber(0), 1)
    .option('--run <id>', 'give the tools of this run; may be repeated', several)
    .option(
      '--recipe <name>',
      'give the tools of this recipe, measured first where it is not; may be repeated',
      several,
    )
    .option('--k <list>', 'how many tools of each run, such as 5,10', cutOffs, [5])
    .option('--sample <n>', 'ask a sample of n queries', wholeNumber(1))
    .option('--sample-seed <n>', 'draws the same sample for the same number', wholeNumber(0), 1)
    .option('--preview', 'say what it takes, and ask nothing')
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((flags: MeasureFlags) => run((session) => measure(session, flags), flags))

function verdictNamed(text: string, before: AgentVerdict[] = []): AgentVerdict[] {
  const known = VERDICT_ORDER.find((verdict) => verdict === text)
  if (known) return [...before, known]
  throw new InvalidArgumentError(`Choose one of: ${VERDICT_ORDER.join(', ')}.`)
}

type Input = ActionInput<'agentRuns.measure'>

async function measure(session: CommandSession, flags: MeasureFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { golden: goldenSet, sample, sampleSeed, preview, json } = flags
  const offers = await offersOf(session, dir, flags)
  const input: Input = {
    ...{ dir, goldenSet, offers },
    ...(sample !== undefined && { sample: { size: sample, seed: sampleSeed } }),
  }
  const before = await session.request('agentRuns.preview', input)
  if (preview && json) return session.printJson(before)
  if (!json) session.print(previewText(before))
  if (preview) return
  const result = await session.request('agentRuns.measure', input)
  if (json) session.printJson(result)
  else if (result.runs.length > 0) {
    session.print(agentRunsText(result.runs, await recipeNames(session, dir)))
    session.print('The queries: pegboard agent-eval show ID --workspace DIR')
  }
  if (result.failed.length > 0) throw failureOf(result)
}

/** @throws Problem `bad-input` where nothing is named. */
async function offersOf(
  session: CommandSession,
  dir: string,
  { tools, seed, run: named = [], recipe, k, golden }: MeasureFlags,
): Promise<Input['offers']> {
  const runs = []
  for (const id of named) runs.push(await findRun(session, dir, id))
  if (recipe) runs.push(...(await measuredRecipes(session, { dir, recipe, k, golden })))
  const ofRuns = runs.flatMap(({ id, k: cutoffs }) =>
    cutoffs.length === 0
      ? [{ by: 'run' as const, run: id }]
      : k.map((cutoff) => ({ by: 'run' as const, run: id, k: cutoff })),
  )
  const offers = [
    ...tools.map((size) => ({ by: 'catalog' as const, tools: size, seed })),
    ...ofRuns,
  ]
  if (offers.length > 0) return offers
  throw new Problem(
    'bad-input',
    'Say which tools the model is given.',
    'Give --tools 1,5,20, or --recipe RECIPE --k 5, or --run ID --k 5.',
  )
}

/** Runs of the recipes on the golden set: those there are of the very same measurement, else they are measured. */
async function measuredRecipes(
  session: CommandSession,
  { dir, recipe, k, golden }: { dir: string } & Pick<MeasureFlags, 'recipe' | 'k' | 'golden'>,
) {
  const { chosen } = await chosenRecipes(session, { dir, names: recipe, options: undefined })
  const { runs, failed } = await session.request('evaluation.run', {
    ...{ dir, goldenSet: golden, resume: true },
    recipes: chosen.map(({ recipe: id, options }) => ({ recipe: id, options })),
    k: [...new Set(k)].sort((a, b) => a - b),
  })
  const [first] = failed
  if (first) throw new Problem(first.problem.code, first.problem.message, first.problem.fix)
  return runs
}

const recipeNames = async (session: CommandSession, dir: string) => {
  const nameOf = namesOf(await session.request('recipes.list', { dir }))
  return ({ id, options }: NonNullable<AgentRun['recipe']>) => nameOf({ recipe: id, options })
}

function failureOf({ runs, failed }: ActionAnswer<'agentRuns.measure'>): Problem {
  const said = ({ problem: { message, fix } }: FailedOffer) =>
    fix ? `${message}\n  ${fix}` : message
  const why = [...new Set(failed.map(said))].join('\n')
  const of = runs.length + failed.length
  return new Problem('unavailable', `${failed.length} of ${of} could not be measured.\n${why}`)
}

async function list(session: CommandSession, { workspace, json }: Flags): Promise<void> {
  const dir = await session.workspace(workspace)
  const runs = await session.request('agentRuns.list', { dir })
  if (json) return session.printJson({ runs })
  if (runs.length === 0) {
    return session.print(
      'No agent is measured yet. Measure with: pegboard agent-eval --golden NAME --tools 1,5,20',
    )
  }
  session.print(runListText(runs, await recipeNames(session, dir)))
}

async function show(session: CommandSession, given: string, flags: ShowFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const found = await findAgentRun(session, dir, given)
  const { verdict: verdicts, search, limit } = flags
  const page = await session.request('agentRuns.outcomes', {
    ...{ dir, run: found.id, verdicts, search, limit },
  })
  if (flags.json) return session.printJson({ run: found, ...page })
  session.print(agentRunsText([found], await recipeNames(session, dir)))
  for (const row of page.rows) for (const line of outcomeLines(row)) session.print(line)
  if (page.total > page.rows.length) {
    session.print(`${page.total - page.rows.length} more: --limit ${page.total}`)
  }
}

async function expected(
  session: CommandSession,
  { workspace, golden, json }: Flags & { golden: string },
): Promise<void> {
  const dir = await session.workspace(workspace)
  const { found, leftOut } = await session.request('agentRuns.expected', { dir, goldenSet: golden })
  if (json) return session.printJson({ golden, expected: found, leftOut })
  if (found.length === 0) {
    for (const line of expectedLeftOut(leftOut)) session.print(line)
    return session.print(
      'That takes both: the agent with k tools of the catalog (agent-eval --tools 5,10) and a run (eval --k 5,10) on this golden set.',
    )
  }
  const nameOf = await recipeNames(session, dir)
  session.print(expectedText(found, nameOf))
  for (const line of expectedLeftOut(leftOut)) session.print(line)
}

async function remove(session: CommandSession, given: string[], flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const runs = []
  for (const id of given) runs.push((await findAgentRun(session, dir, id)).id)
  const done = await session.request('agentRuns.remove', { dir, runs })
  if (flags.json) return session.printJson(done)
  session.print(done.removed === 1 ? '1 agent run removed.' : `${done.removed} agent runs removed.`)
}

/** The stored agent run whose id begins so. @throws Problem where there is none, or more than one. */
async function findAgentRun(
  session: CommandSession,
  dir: string,
  given: string,
): Promise<AgentRun> {
  const runs = await session.request('agentRuns.list', { dir })
  const [found, ...others] = runs.filter(({ id }) => given !== '' && id.startsWith(given))
  const fix = 'They are listed by: pegboard agent-eval list --workspace DIR'
  if (!found) throw new Problem('not-found', `There is no agent run “${given}”.`, fix)
  if (others.length > 0) {
    throw new Problem('bad-input', `${others.length + 1} agent runs begin with “${given}”.`, fix)
  }
  return found
}
