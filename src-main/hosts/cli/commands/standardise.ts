import { type Command, InvalidArgumentError } from 'commander'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FieldsOfTool, FieldState } from '../../../contract/field'
import type { ActionInput, ActionAnswer } from '../../../app/actions'
import { Problem } from '../../../domain/problem'
import { ToolId } from '../../../domain/tool/tool'
import { several, wholeNumber } from '../arguments'
import { chosenTools, type ChosenToolsFlags } from '../chosen-tools'
import { OLLAMA_OPTION } from '../ollama-option'
import { plainText, tableText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  json?: boolean
}
interface RunFlags extends Flags, ChosenToolsFlags {
  again?: boolean
  ollama?: string
}
interface ListFlags extends Flags {
  state?: FieldState[]
  limit: number
}
interface CorrectFlags extends Flags {
  file?: string
  remove?: boolean
}

const STATES: Record<FieldState, string> = {
  data: 'came with the data',
  written: 'written by a model',
  refused: 'refused',
  stale: 'stale: the tool changed since',
  none: 'not standardised',
}

export function addStandardiseCommand(program: Command, run: Run): void {
  const standardise = program
    .command('standardise')
    .description('describe tools in four fields with the chat model, for the recipe mftr')
  addRun(standardise, run)
  standardise
    .command('list')
    .description('how far the tools are standardised')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option(
      '--state <state>',
      'only those in this state: data, written, refused, stale or none; several times',
      stateNamed,
    )
    .option('--limit <n>', 'how many to show', wholeNumber(1), 20)
    .option('--json', 'print one JSON object')
    .action((flags: ListFlags) => run((session) => list(session, flags)))
  standardise
    .command('show')
    .description('show the fields of a tool beside what its definition says')
    .argument('<tool>', 'the tool')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((tool: string, flags: Flags) => run((session) => show(session, tool, flags)))
  standardise
    .command('correct')
    .description('correct fields of a tool: what you write goes before what a model wrote')
    .argument('<tool>', 'the tool')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option(
      '--file <file>',
      'a JSON object of description, parameters, response, examples, or some of these; begin with inForce of show --json',
    )
    .option('--remove', 'take all corrections of the tool back')
    .option('--json', 'print one JSON object')
    .action((tool: string, flags: CorrectFlags) => run((session) => correct(session, tool, flags)))
  standardise
    .command('forget')
    .description('remove what models wrote, of the tools chosen or of all; corrections stay')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--tool <id>', 'only this tool; may be repeated', several)
    .option('--json', 'print one JSON object')
    .action((flags: RunFlags) => run((session) => forget(session, flags)))
}

const addRun = (standardise: Command, run: Run): Command =>
  standardise
    .command('run', { isDefault: true })
    .description('ask about the tools that are not standardised, or changed since')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--tool <id>', 'only this tool; may be repeated', several)
    .option('--search <words>', 'only tools that hold these words')
    .option('--server <name>', 'only tools of this server; may be repeated', several)
    .option('--tag <tag>', 'only tools with this tag; may be repeated', several)
    .option('--again', 'also about those that are standardised, or were refused')
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((flags: RunFlags) => run((session) => standardiseTools(session, flags), flags))

function stateNamed(text: string, before: FieldState[] = []): FieldState[] {
  const known = (Object.keys(STATES) as FieldState[]).find((state) => state === text)
  if (known) return [...before, known]
  throw new InvalidArgumentError(`Choose one of: ${Object.keys(STATES).join(', ')}.`)
}

async function standardiseTools(
  session: CommandSession,
  { workspace, again, json, ...chosen }: RunFlags,
): Promise<void> {
  const dir = await session.workspace(workspace)
  const ids = await chosenTools(session, dir, chosen)
  const done = await session.request('fields.standardise', { dir, ids, again })
  if (json) session.printJson(done)
  else for (const line of doneLines(done)) session.print(line)
  if (done.left === 0) return
  throw new Problem(
    'unavailable',
    `${done.left} tools are left.`,
    'What was answered is kept. Run it again to go on.',
  )
}

function doneLines({
  asked,
  written,
  refused,
  refusals,
  ...done
}: ActionAnswer<'fields.standardise'>) {
  const others = [
    [done.withData, 'came with fields of their own'],
    [
      done.passedOver,
      'passed over: standardised as they are, or this model could not before (--again)',
    ],
    [done.gone, 'in the catalog no more'],
  ] as const
  return [
    `${asked} tools asked about: ${written} standardised, ${refusals} refused.`,
    ...refused.map(({ id, why }) => `Refused: ${plainText(id)}: ${plainText(why)}`),
    ...others.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}.`] : [])),
    ...done.failed.map((why) => `The model could not be asked: ${plainText(why)}`),
  ]
}

async function list(
  session: CommandSession,
  { workspace, state: states, limit, json }: ListFlags,
): Promise<void> {
  const dir = await session.workspace(workspace)
  const listed = await session.request('fields.list', { dir, states, limit })
  if (json) return session.printJson(listed)
  const { counts, corrected, rows, total, tools } = listed
  const table = rows.map((row) => [
    plainText(row.id),
    `${STATES[row.state]}${row.isCorrected ? ', corrected' : ''}`,
    plainText(row.why ?? ''),
  ])
  if (table.length > 0) session.print(tableText(['tool', 'fields', 'why'], table))
  if (total > rows.length) session.print(`… and ${total - rows.length} more.`)
  const said = (Object.keys(STATES) as FieldState[]).filter((state) => counts[state] > 0)
  const parts = said.map((state) => `${counts[state]} ${STATES[state]}`)
  session.print(`${tools} tools: ${parts.join('; ')}; ${corrected} corrected by you.`)
}

async function show(session: CommandSession, tool: string, flags: Flags): Promise<void> {
  const { fields } = await fieldsOf(session, tool, flags)
  if (flags.json) return session.printJson(fields)
  session.print(`${plainText(tool)}: ${STATES[fields.state]}.`)
  if (fields.state === 'refused') session.print(`Why: ${plainText(fields.refused?.why ?? '')}`)
  if (fields.isCorrectionOld) session.print('The tool changed since you corrected its fields.')
  for (const field of ['description', 'parameters', 'response', 'examples'] as const) {
    const [before, now] = [textOf(fields.original[field]), textOf(fields.inForce[field])]
    session.print(`\n${field} (${ORIGINS[fields.origins[field]]})`)
    session.print(before === now ? now : `- ${before}\n+ ${now}`)
  }
}

const ORIGINS = {
  author: 'corrected by you',
  data: 'came with the data',
  model: 'written by a model',
  definition: 'as the definition says',
} as const

const textOf = (value: unknown): string =>
  plainText(typeof value === 'string' ? value : JSON.stringify(value)) || '(nothing)'

async function fieldsOf(
  session: CommandSession,
  tool: string,
  { workspace }: Flags,
): Promise<{ dir: string; id: ToolId; fields: FieldsOfTool }> {
  const dir = await session.workspace(workspace)
  const id = ToolId.parse(tool)
  return { dir, id, fields: await session.request('fields.tool', { dir, id }) }
}

async function correct(session: CommandSession, tool: string, flags: CorrectFlags): Promise<void> {
  const { file, remove, json } = flags
  if ((file === undefined) === (remove === undefined)) {
    throw new Problem('bad-input', 'It takes --file or --remove.', 'Give one of them.')
  }
  const { dir, id, fields } = await fieldsOf(session, tool, flags)
  const { entry } = await session.request('catalog.tool', { dir, id })
  const { standardised: before, ...others } = entry.layer
  const written = file === undefined ? {} : await readFields(resolve(session.terminal.cwd(), file))
  const standardised = remove ? undefined : { ...before, ...written, of: fields.version }
  const layer = { ...others, ...(standardised && { standardised }) }
  const saved = await session.request('catalog.saveLayer', { dir, id, base: entry.layer, layer })
  if (json) return session.printJson(saved)
  session.print(
    remove
      ? `“${plainText(id)}” has no corrected fields.`
      : `Corrected of “${plainText(id)}”: ${Object.keys(written).join(', ') || 'nothing'}.`,
  )
}

type Corrected = NonNullable<ActionInput<'catalog.saveLayer'>['layer']['standardised']>

/** Of a file that a person writes; a megabyte is thousands of pages. */
const MOST_BYTES = 1_000_000
const FIELDS = ['description', 'parameters', 'response', 'examples']

/** What is written is checked where it is saved. */
async function readFields(path: string): Promise<Corrected> {
  const about = 'Write a JSON object of description, parameters, response and examples.'
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  )
  if (size === undefined) throw new Problem('bad-input', `${path} cannot be read.`, about)
  if (size > MOST_BYTES) throw new Problem('bad-input', `${path} is too long.`, about)
  const value = parsed(await readFile(path, 'utf8'))
  const keys = Object.keys(value ?? {})
  if (!value || keys.length === 0 || keys.some((key) => !FIELDS.includes(key))) {
    throw new Problem('bad-input', `${path} does not hold the fields of a tool.`, about)
  }
  return value
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

async function forget(session: CommandSession, { workspace, tool, json }: RunFlags): Promise<void> {
  const dir = await session.workspace(workspace)
  const ids = tool?.map((id) => ToolId.parse(id))
  const done = await session.request('fields.forget', { dir, ids })
  if (json) return session.printJson(done)
  session.print(`What models wrote of ${done.forgotten} tools is removed.`)
}
