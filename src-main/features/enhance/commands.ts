import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import type { ActionAnswer } from '../actions'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { COLLECTED_NAMES, PART_NAMES } from '../../domain/proposal/part-names'
import { CollectedFrom, type ProposedPart } from '../../domain/proposal/text'
import { duration } from '../../domain/value/quantity'
import { chosenTools, TOOL_FLAGS, type ChosenTools } from '../../hosts/cli/chosen-tools'
import { asks, command, type CommandGroup } from '../../hosts/cli/command'
import { reads } from '../../hosts/cli/flags'
import { plainText } from '../../hosts/cli/print-table'
import type { CommandSession } from '../../hosts/cli/session'
import { ImproveFields } from './improve/asked-place'
import { improvedText, plannedText } from './shared/improve-lines'
import { DEFAULT_PARTS } from './shared/default-parts'

const nameOf = (part: ProposedPart): string =>
  part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Parts by what they are called here. */
const PARTS = new Map(
  (Object.keys(PART_NAMES) as ProposedPart[]).map((part) => [nameOf(part), part]),
)

const enhance: CommandGroup = {
  summary: 'propose texts by which tools are found, for their author to review',
  byDefault: 'run',
  commands: {
    run: command({
      summary: 'ask the chat model for texts of the tools chosen; nothing is written to them',
      input: {
        dir: Dir,
        all: z.boolean().optional().describe('all tools'),
        ...TOOL_FLAGS,
        part: z
          .array(reads(partCalled, 'part'))
          .optional()
          .describe(
            `what to ask for: ${[...PARTS.keys()].join(', ')}; may be repeated; default: ${DEFAULT_PARTS.map(nameOf).join(', ')}`,
          ),
        withoutModel: z
          .boolean()
          .optional()
          .describe('ask no model: take questions from existing texts'),
        from: z.array(CollectedFrom).optional().meta({
          title: 'origin',
          description: 'with --without-model, only these; may be repeated',
        }),
        plan: z.boolean().optional().describe('only say what it would cost'),
        again: z.boolean().optional().describe('ask again, even where the tools have not changed'),
      },
      asksModels: true,
      run: enhanceTools,
      json: ({ plan, found, done }) => plan ?? found ?? done,
      print: ({ plan, found, done }) =>
        plan ? planLines(plan) : found ? collectedLines(found) : doneLines(done),
      failure: ({ done }) =>
        done === undefined || done.left === 0
          ? undefined
          : new Problem(
              'unavailable',
              `${done.left} answers are left.`,
              'What was answered is proposed. Run it again to go on.',
            ),
    }),
    forget: asks('enhance.forget', {
      names: { ids: 'tool' },
      print: ({ forgotten }) => `${forgotten} open proposals are withdrawn.`,
    }),
  },
}

function partCalled(text: string): ProposedPart {
  const part = PARTS.get(text)
  if (part) return part
  throw new InvalidArgumentError(`Choose one of: ${[...PARTS.keys()].join(', ')}.`)
}

interface Asked extends ChosenTools {
  dir: string
  all: boolean | undefined
  part: ProposedPart[] | undefined
  withoutModel: boolean | undefined
  from: CollectedFrom[] | undefined
  plan: boolean | undefined
  again: boolean | undefined
}

async function enhanceTools(session: CommandSession, asked: Asked) {
  refuseUnclear(asked)
  const { dir, part: parts = [...DEFAULT_PARTS], from, again } = asked
  const ids = await chosenTools(session, dir, asked)
  if (asked.plan) return { plan: await session.request('enhance.plan', { dir, ids, parts, again }) }
  if (asked.withoutModel)
    return { found: await session.request('enhance.collect', { dir, ids, from }) }
  return { done: await session.request('enhance.run', { dir, ids, parts, again }) }
}

/** A run over a large catalog takes hours: nobody starts one by leaving something out. */
function refuseUnclear({ all, withoutModel, from, ...chosen }: Asked): void {
  const { tool, search, server, tag } = chosen
  const isChosen = [tool, search, server, tag].some((choice) => choice !== undefined)
  if (isChosen === (all ?? false)) {
    throw new Problem(
      'bad-input',
      isChosen ? 'Both --all and some tools are chosen.' : 'No tools are chosen.',
      'Give --all, or choose by --tool, --search, --server or --tag.',
    )
  }
  if (from && !withoutModel) {
    throw new Problem('bad-input', '--from goes with --without-model.', 'Give both, or neither.')
  }
}

function planLines(plan: ActionAnswer<'enhance.plan'>): string[] {
  const { tools, calls, passedOver, msPerCall, refusals, collectable } = plan
  const took = msPerCall === undefined ? '' : `, some ${duration(msPerCall * calls)}`
  const there = (Object.keys(COLLECTED_NAMES) as CollectedFrom[])
    .filter((by) => collectable[by] > 0)
    .map((by) => `${collectable[by]} from ${COLLECTED_NAMES[by]}`)
  return [
    `${tools} tools: ${calls} questions to the chat model${took}; ${passedOver} asked before.`,
    ...(refusals > 0 ? [`Refused so far, for any part of these tools: ${refusals} answers.`] : []),
    `Without a model: ${there.length > 0 ? `questions, ${there.join(', ')}` : 'nothing new'}.`,
  ]
}

function collectedLines({
  run,
  tools,
  questions,
  gone,
}: ActionAnswer<'enhance.collect'>): string[] {
  return [
    `${questions} questions proposed for ${tools} tools.`,
    ...(gone > 0 ? [`${gone} no longer in the catalog.`] : []),
    ...runLine(run),
  ]
}

function doneLines(done: ActionAnswer<'enhance.run'>): string[] {
  const { run, asked, proposed, refused, refusals, passedOver, gone, failed } = done
  return [
    `${asked} answers: ${proposed} proposed, ${refusals} refused.`,
    ...refused.map(
      ({ id, part, why }) => `Refused: ${plainText(id)}, ${PART_NAMES[part]}: ${plainText(why)}`,
    ),
    ...(passedOver > 0 ? [`${passedOver} passed over: asked for before (--again).`] : []),
    ...(gone > 0 ? [`${gone} no longer in the catalog.`] : []),
    ...failed.map((why) => `The model could not be asked: ${plainText(why)}`),
    ...runLine(run),
  ]
}

const runLine = (run: string | undefined): string[] =>
  run === undefined ? [] : [`To undo all of it: pegboard enhance forget --run ${run}`]

const improve: CommandGroup = {
  summary: 'write texts for what golden or logged queries miss, and accept those that win together',
  byDefault: 'run',
  commands: {
    run: command({
      summary: 'ask the chat model, judge what it writes together, and accept the set that wins',
      input: {
        dir: Dir,
        goldenSet: ImproveFields.goldenSet,
        logged: ImproveFields.logged,
        all: z.boolean().optional().describe('write for all tools, those that are missed first'),
        most: ImproveFields.most,
        plan: z.boolean().optional().describe('only say what it would take'),
      },
      asksModels: true,
      async run(session, { dir, goldenSet, logged, all, most, plan }) {
        const asked = { dir, goldenSet, logged, most }
        if (plan) return { planned: await session.request('improve.plan', asked) }
        const tools = all ? ('all' as const) : ('missed' as const)
        return { done: await session.request('improve.run', { ...asked, tools }) }
      },
      json: ({ planned, done }) => planned ?? done,
      undo: ({ done }) => done?.accepted?.change,
      failure: ({ done }) =>
        done === undefined || done.failed.length === 0
          ? undefined
          : new Problem(
              'unavailable',
              'The model could not be asked about all of these tools.',
              'What was written is kept. Run it again to go on.',
            ),
      print: ({ planned, done }) =>
        planned ? plannedText(planned) : done ? improvedText(done) : [],
    }),
  },
}

export const commands = { enhance, improve }
