import { InvalidArgumentError, type Command } from 'commander'
import type { ActionAnswer } from '../../../app/actions'
import { Problem } from '../../../domain/problem'
import { COLLECTED_NAMES, DEFAULT_PARTS, PART_NAMES } from '../../../domain/proposal/part-names'
import type { CollectedFrom, ProposedPart } from '../../../domain/proposal/text'
import { ToolId } from '../../../domain/tool/tool'
import { duration } from '../../../domain/value/quantity'
import { several } from '../arguments'
import { chosenTools, type ChosenToolsFlags } from '../chosen-tools'
import { OLLAMA_OPTION } from '../ollama-option'
import { plainText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface RunFlags extends ChosenToolsFlags {
  workspace: string
  all?: boolean
  part?: ProposedPart[]
  withoutModel?: boolean
  from?: CollectedFrom[]
  plan?: boolean
  again?: boolean
  ollama?: string
  json?: boolean
}
interface ForgetFlags {
  workspace: string
  run?: string
  tool?: string[]
  json?: boolean
}

/** Parts by what they are called here. */
const PARTS = new Map(
  (Object.keys(PART_NAMES) as ProposedPart[]).map((part) => [
    part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    part,
  ]),
)
const ORIGINS = new Map((Object.keys(COLLECTED_NAMES) as CollectedFrom[]).map((by) => [by, by]))

export function addEnhanceCommand(program: Command, run: Run): void {
  const enhance = program
    .command('enhance')
    .description('propose texts by which tools are found, for their author to review')
  addRun(enhance, run)
  enhance
    .command('forget')
    .description('take back proposals that nobody decided: of one run, of some tools, or all')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--run <id>', 'only those of this run')
    .option('--tool <id>', 'only those for this tool; may be repeated', several)
    .option('--json', 'print one JSON object')
    .action((flags: ForgetFlags) => run((session) => forget(session, flags)))
}

const addRun = (enhance: Command, run: Run): Command =>
  enhance
    .command('run', { isDefault: true })
    .description('ask the chat model for texts of the tools chosen; nothing is written to them')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--all', 'all tools')
    .option('--tool <id>', 'this tool; may be repeated', several)
    .option('--search <words>', 'tools that hold these words')
    .option('--server <name>', 'tools of this server; may be repeated', several)
    .option('--tag <tag>', 'tools with this tag; may be repeated', several)
    .option(
      '--part <part>',
      `what to ask for: ${[...PARTS.keys()].join(', ')}; may be repeated; default: ${DEFAULT_PARTS.map(nameOf).join(', ')}`,
      oneOf(PARTS),
    )
    .option('--without-model', 'ask no model: take questions from what is there')
    .option(
      '--from <origin>',
      `with --without-model, only these: ${[...ORIGINS.keys()].join(', ')}; may be repeated`,
      oneOf(ORIGINS),
    )
    .option('--plan', 'only say what it would take')
    .option('--again', 'also what was asked for already, of the tools as they are')
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((flags: RunFlags) => run((session) => enhanceTools(session, flags), flags))

const nameOf = (part: ProposedPart): string =>
  [...PARTS].find(([, each]) => each === part)?.[0] ?? part

const oneOf =
  <Value>(values: ReadonlyMap<string, Value>) =>
  (text: string, before: Value[] = []): Value[] => {
    const known = values.get(text)
    if (known !== undefined) return [...before, known]
    throw new InvalidArgumentError(`Choose one of: ${[...values.keys()].join(', ')}.`)
  }

async function enhanceTools(session: CommandSession, flags: RunFlags): Promise<void> {
  const { json, again, part = [...DEFAULT_PARTS] } = flags
  refuseUnclear(flags)
  const dir = await session.workspace(flags.workspace)
  const ids = await chosenTools(session, dir, flags)
  const asking = { dir, ids, parts: part, again }
  const print = printer(session, json)
  if (flags.plan) {
    const plan = await session.request('enhance.plan', asking)
    return print(plan, planLines)
  }
  if (flags.withoutModel) {
    const found = await session.request('enhance.collect', { dir, ids, from: flags.from })
    return print(found, collectedLines)
  }
  const done = await session.request('enhance.run', asking)
  print(done, doneLines)
  if (done.left === 0) return
  throw new Problem(
    'unavailable',
    `${done.left} answers are left.`,
    'What was answered is proposed. Run it again to go on.',
  )
}

/** A run over a large catalog takes hours: nobody starts one by leaving something out. */
function refuseUnclear({ all, withoutModel, from, ...chosen }: RunFlags): void {
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

/** How an answer is printed: whole as JSON, or in lines. */
const printer =
  (session: CommandSession, json: boolean | undefined) =>
  <Answer extends object>(answer: Answer, lines: (answer: Answer) => readonly string[]): void => {
    if (json) session.printJson(answer)
    else for (const line of lines(answer)) session.print(line)
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
    ...(gone > 0 ? [`${gone} in the catalog no more.`] : []),
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
    ...(gone > 0 ? [`${gone} in the catalog no more.`] : []),
    ...failed.map((why) => `The model could not be asked: ${plainText(why)}`),
    ...runLine(run),
  ]
}

const runLine = (run: string | undefined): string[] =>
  run === undefined ? [] : [`To take all of it back: pegboard enhance forget --run ${run}`]

async function forget(session: CommandSession, flags: ForgetFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const ids = flags.tool?.map((id) => ToolId.parse(id))
  const done = await session.request('enhance.forget', { dir, run: flags.run, ids })
  printer(session, flags.json)(done, ({ forgotten }) => [
    `${forgotten} open proposals are taken back.`,
  ])
}
