import { z } from 'zod'
import { actions, type ActionAnswer, type ActionInput } from '../../actions'
import type { FailedOffer } from '../shared/answers'
import { Dir } from '../../../contract/workspace'
import type { AgentRun } from '../../../domain/agent/run'
import { expectedLeftOut } from '../../../domain/agent/words'
import { Problem } from '../../../domain/problem'
import {
  agentRunsText,
  expectedText,
  outcomeLines,
  previewText,
  runListText,
} from './agent-runs-text'
import { cutOffs } from '../../../hosts/cli/arguments'
import { asks, command, itsChange, type CommandGroup, type Given } from '../../../hosts/cli/command'
import { CUTOFFS, reads, several, whole } from '../../../hosts/cli/flags'
import { GOLDEN, SAMPLE, WHY } from '../../../hosts/cli/plan-choice'
import { chosenRecipes, namesOf } from '../../../hosts/cli/recipe-choice'
import type { CommandSession } from '../../../hosts/cli/session'

const looking = actions['agentRuns.outcomes'].input.shape

const MEASURE_FLAGS = {
  dir: Dir,
  golden: GOLDEN,
  tools: reads(cutOffs, 'list')
    .default([])
    .describe('give the right tools among others of the catalog: how many in all, such as 1,5,20'),
  seed: whole(0).default(1).describe('the seed of the other tools'),
  run: several('id', 'give the tools of this run; may be repeated'),
  recipe: several(
    'name',
    'give the tools of this recipe, measured first where it is not; may be repeated',
  ),
  k: CUTOFFS.default([5]).describe('how many tools of each run, such as 5,10'),
  sample: SAMPLE.describe('ask a sample of n queries'),
  sampleSeed: whole(0).default(1).describe('the seed of the sample'),
  why: WHY,
  preview: z.boolean().optional().describe('say what it would cost, and ask nothing'),
}
type MeasureFlags = Given<typeof MEASURE_FLAGS>

const SHOW_FLAGS = {
  dir: Dir,
  run: z.string().describe('the beginning of its id'),
  verdicts: looking.verdicts,
  search: looking.search,
  limit: looking.limit.default(20),
}

/** `pegboard agent-eval`: the chat model as the agent, scored by its calls. No tool is executed. */
const agentEval: CommandGroup = {
  summary: 'ask the chat model with tools given, and score its calls; no tool is executed',
  byDefault: 'measure',
  commands: {
    measure: command({
      summary: 'measure the chat model with tools of the catalog, or those of runs',
      input: MEASURE_FLAGS,
      asksModels: true,
      run: measure,
      json: ({ preview, result }) => result ?? preview,
      async print({ result }, { dir }, session) {
        if (!result || result.runs.length === 0) return []
        return [
          agentRunsText(result.runs, await recipeNames(session, dir)),
          'The queries: pegboard agent-eval show ID --workspace DIR',
        ]
      },
      failure: ({ result }) => (result && result.failed.length > 0 ? failureOf(result) : undefined),
    }),
    list: asks('agentRuns.list', {
      json: (runs) => ({ runs }),
      async print(runs, { dir }, session) {
        if (runs.length > 0) return runListText(runs, await recipeNames(session, dir))
        return 'No agent is measured yet. Measure with: pegboard agent-eval --golden NAME --tools 1,5,20'
      },
    }),
    show: command({
      summary: 'show the queries of an agent run: expected calls, calls made, and what failed',
      args: ['run'],
      names: { verdicts: 'verdict' },
      input: SHOW_FLAGS,
      async run(session, given) {
        const run = await findAgentRun(session, given.dir, given.run)
        return { run, page: await session.request('agentRuns.outcomes', { ...given, run: run.id }) }
      },
      json: ({ run, page }) => ({ run, ...page }),
      async print({ run, page: { rows, total } }, { dir }, session) {
        return [
          agentRunsText([run], await recipeNames(session, dir)),
          ...rows.flatMap(outcomeLines),
          ...(total > rows.length ? [`${total - rows.length} more: --limit ${total}`] : []),
        ]
      },
    }),
    expected: asks('agentRuns.expected', {
      names: { goldenSet: 'golden' },
      json: ({ found, leftOut }, { goldenSet }) => ({
        golden: goldenSet,
        expected: found,
        leftOut,
      }),
      async print({ found, leftOut }, { dir }, session) {
        const others = expectedLeftOut(leftOut)
        if (found.length > 0)
          return [expectedText(found, await recipeNames(session, dir)), ...others]
        return [
          ...others,
          'This needs both: the agent with k tools of the catalog (agent-eval --tools 5,10) and a run (eval --k 5,10) on this golden set.',
        ]
      },
    }),
    delete: command({
      summary: 'remove agent runs',
      args: ['runs'],
      input: {
        dir: Dir,
        runs: z.array(z.string()).min(1).describe('the beginnings of their ids'),
      },
      async run(session, { dir, runs: given }) {
        const runs: string[] = []
        for (const id of given) runs.push((await findAgentRun(session, dir, id)).id)
        return session.request('agentRuns.remove', { dir, runs })
      },
      undo: itsChange,
      print: ({ removed }) =>
        removed === 1 ? '1 agent run removed.' : `${removed} agent runs removed.`,
    }),
  },
}

type Input = ActionInput<'agentRuns.measure'>

interface Measured {
  preview: ActionAnswer<'agentRuns.preview'>
  /** Absent where only what it takes is told. */
  result?: ActionAnswer<'agentRuns.measure'>
}

async function measure(
  session: CommandSession,
  flags: MeasureFlags,
  { isJson }: { isJson: boolean },
): Promise<Measured> {
  const { dir, golden: goldenSet, sample, sampleSeed } = flags
  const input: Input = {
    dir,
    goldenSet,
    offers: await offersOf(session, flags),
    ...(sample !== undefined && { sample: { size: sample, seed: sampleSeed } }),
  }
  const preview = await session.request('agentRuns.preview', input)
  if (!isJson) session.print(previewText(preview))
  if (flags.preview) return { preview }
  return {
    preview,
    result: await session.request('agentRuns.measure', { ...input, why: flags.why }),
  }
}

/** @throws Problem `bad-input` where nothing is named. */
async function offersOf(
  session: CommandSession,
  { dir, tools, seed, run: named = [], recipe, k, golden, why, sample, sampleSeed }: MeasureFlags,
): Promise<Input['offers']> {
  const runs =
    named.length > 0 ? await session.request('evaluation.named', { dir, runs: named }) : []
  const asked = { dir, recipe, k, golden, why, sample, sampleSeed }
  if (recipe) runs.push(...(await measuredRecipes(session, asked)))
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

type AskedOfRecipes = Pick<
  MeasureFlags,
  'dir' | 'recipe' | 'k' | 'golden' | 'why' | 'sample' | 'sampleSeed'
>

/**
 * Runs of the recipes on what is asked of the golden set: those there are of the very same
 * measurement, else they are measured.
 */
async function measuredRecipes(
  session: CommandSession,
  { dir, recipe, k, golden, why, sample, sampleSeed }: AskedOfRecipes,
) {
  const { chosen } = await chosenRecipes(session, { dir, names: recipe, options: undefined })
  const { runs, failed } = await session.request('evaluation.run', {
    dir,
    goldenSet: golden,
    why,
    resume: true,
    // What the agent is not asked need not be measured.
    ...(sample !== undefined && { sample: { size: sample, seed: sampleSeed } }),
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

/**
 * The stored agent run whose id begins so.
 * @throws Problem where there is none, or more than one.
 */
async function findAgentRun(
  session: CommandSession,
  dir: string,
  given: string,
): Promise<AgentRun> {
  const runs = await session.request('agentRuns.list', { dir })
  const [found, ...others] = runs.filter(({ id }) => given !== '' && id.startsWith(given))
  const fix = 'List them: pegboard agent-eval list --workspace DIR'
  if (!found) throw new Problem('not-found', `There is no agent run “${given}”.`, fix)
  if (others.length > 0) {
    throw new Problem('bad-input', `${others.length + 1} agent runs begin with “${given}”.`, fix)
  }
  return found
}

export const commands = { 'agent-eval': agentEval }
