import { Option, type Command } from 'commander'
import type { ActionInput, ActionAnswer } from '../../../app/actions'
import { Problem } from '../../../domain/problem'
import { Visibility } from '../../../domain/tool/tool'
import { several } from '../arguments'
import { chosenTools, type ChosenToolsFlags } from '../chosen-tools'
import { jsonArgument } from '../json-argument'
import { plainText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  json?: boolean
}
interface WrittenFlags extends Flags {
  name?: string
  server?: string | false
  description?: string
  parameters?: string
}
interface NewFlags extends WrittenFlags {
  tag?: string[]
  visibility?: Visibility
}
interface ChangeFlags extends Flags, ChosenToolsFlags {
  addTag?: string[]
  removeTag?: string[]
  visibility?: Visibility | 'imported'
  toServer?: string | false
}

/** `tools`: what people write of tools by hand. */
export function addToolsCommand(program: Command, run: Run): void {
  const tools = program.command('tools').description('make, copy, change and remove tools by hand')
  const command = (name: string, description: string) =>
    tools
      .command(name)
      .description(description)
      .requiredOption('--workspace <dir>', 'the workspace')
      .option('--json', 'print one JSON object')
  const written = (of: Command) =>
    of
      .option('--server <name>', 'its server')
      .option('--description <text>', 'what an agent is told of it')
      .option('--parameters <schema>', 'its parameters: a JSON Schema, or a file that holds one')
  written(command('add', 'make a tool'))
    .argument('<name>', 'what agents call it')
    .option('--tag <tag>', 'a tag; may be repeated', several)
    .addOption(
      new Option('--visibility <who>', 'who may be offered it').choices(Visibility.options),
    )
    .action((name: string, flags: NewFlags) => run((session) => add(session, name, flags)))
  written(command('edit', 'change a tool; what its import says is kept beside it'))
    .argument('<tool>', 'the tool’s id, which stays')
    .option('--name <name>', 'another name')
    .option('--no-server', 'take it off its server')
    .action((id: string, flags: WrittenFlags) => run((session) => edit(session, id, flags)))
  command('copy', 'make a tool like another')
    .argument('<tool>', 'the tool’s id')
    .option('--name <name>', 'the new tool’s name; default: the same with _copy')
    .action((id: string, flags: Flags & { name?: string }) =>
      run((session) => copy(session, id, flags)),
    )
  command('remove', 'remove tools and what their author wrote')
    .argument('<tools...>', 'their ids')
    .action((ids: string[], flags: Flags) => run((session) => remove(session, ids, flags)))
  changeCommand(command('change', 'change many tools alike, all of them or none'), run)
}

function changeCommand(command: Command, run: Run): void {
  command
    .option('--tool <id>', 'this tool; may be repeated', several)
    .option('--search <words>', 'tools that hold these words')
    .option('--server <name>', 'tools of this server; may be repeated', several)
    .option('--tag <tag>', 'tools with this tag; may be repeated', several)
    .option('--add-tag <tag>', 'add a tag; may be repeated', several)
    .option('--remove-tag <tag>', 'take a tag off; may be repeated', several)
    .addOption(
      new Option('--visibility <who>', 'who may be offered them; imported: as imported').choices([
        ...Visibility.options,
        'imported',
      ]),
    )
    .option('--to-server <name>', 'move them to this server')
    .option('--no-to-server', 'take them off their server')
    .action((flags: ChangeFlags) => run((session) => change(session, flags)))
}

async function add(session: CommandSession, name: string, flags: NewFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const fields = { ...(await fieldsOf(session, flags)), name }
  const layer = { tags: flags.tag, visibility: flags.visibility }
  const made = await session.request('catalog.create', { dir, fields, layer })
  tell(session, made, { done: 'Made', ...flags })
}

async function edit(session: CommandSession, id: string, flags: WrittenFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const fields = await fieldsOf(session, flags)
  if (Object.keys(fields).length === 0) throw nothingAsked()
  const edited = await session.request('catalog.edit', { dir, id: id, fields })
  tell(session, edited, {
    done: edited.edit === undefined ? 'It was so before:' : 'Changed',
    ...flags,
  })
}

async function copy(
  session: CommandSession,
  id: string,
  { workspace, name, json }: Flags & { name?: string },
): Promise<void> {
  const dir = await session.workspace(workspace)
  const made = await session.request('catalog.duplicate', { dir, id: id, name })
  tell(session, made, { done: 'Made', json })
}

async function remove(session: CommandSession, ids: string[], flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  // One that is misspelt is told, and none is removed.
  for (const id of ids) await session.request('catalog.tool', { dir, id: id })
  const { removed } = await session.request('catalog.remove', { dir, ids: ids })
  if (flags.json) session.printJson({ removed })
  else session.print(`Removed ${counted(removed)}.`)
}

async function change(session: CommandSession, flags: ChangeFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const ids = await chosenTools(session, dir, flags)
  if (!ids) {
    const fix = 'Say which with --tool, --search, --server or --tag.'
    throw new Problem('bad-input', 'No tools are chosen to be changed.', fix)
  }
  const { addTag: addTags, removeTag: removeTags, visibility, toServer } = flags
  const asked = {
    ...(addTags && { addTags }),
    ...(removeTags && { removeTags }),
    ...(visibility && { visibility: visibility === 'imported' ? null : visibility }),
    ...(toServer !== undefined && { server: toServer || null }),
  }
  if (Object.keys(asked).length === 0) throw nothingAsked()
  const { changed } = await session.request('catalog.change', { dir, ids, change: asked })
  if (flags.json) session.printJson({ changed })
  else session.print(`Changed ${counted(changed)}.`)
}

type Written = ActionInput<'catalog.edit'>['fields']

async function fieldsOf(
  session: CommandSession,
  { name, server, description, parameters }: WrittenFlags,
): Promise<Written> {
  return {
    ...(name !== undefined && { name }),
    ...(server !== undefined && { server: server || null }),
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && {
      parameters: await jsonArgument(session, parameters, 'a JSON Schema'),
    }),
  }
}

function tell(
  session: CommandSession,
  { entry, notices }: ActionAnswer<'catalog.edit'>,
  { done, json }: { done: string; json?: boolean | undefined },
): void {
  if (json) return session.printJson({ entry, notices })
  session.print(plainText(`${done} ${entry.tool.id}.`))
  for (const notice of notices) session.remark(plainText(notice))
}

const nothingAsked = (): Problem =>
  new Problem(
    'bad-input',
    'Nothing is said of what to change.',
    'Run with --help to see what can be.',
  )

const counted = (count: number): string => `${count} tool${count === 1 ? '' : 's'}`
