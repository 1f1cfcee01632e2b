import type { Command } from 'commander'
import { resolve } from 'node:path'
import { open } from 'node:fs/promises'
import type { ActionAnswer } from '../../../app/actions'
import { Problem } from '../../../domain/problem'
import { LONGEST_WORDING } from '../../../domain/workspace/longest-wording'
import { plainLines, plainText } from '../../../domain/value/plain-text'
import { tableText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  json?: boolean
}
interface SetFlags extends Flags {
  text?: string
  file?: string
}

export function addPromptsCommand(program: Command, run: Run): void {
  const prompts = program
    .command('prompts')
    .description('what recipes tell a language model, and how a workspace words it')
  prompts
    .command('list', { isDefault: true })
    .description('list the prompts')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((flags: Flags) => run((session) => list(session, flags)))
  prompts
    .command('show')
    .description('show how a prompt is worded')
    .argument('<id>', 'the prompt')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((id: string, flags: Flags) => run((session) => show(session, id, flags)))
  prompts
    .command('set')
    .description('word a prompt otherwise, in this workspace')
    .argument('<id>', 'the prompt')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--text <wording>', 'the wording')
    .option('--file <file>', 'a file that holds the wording')
    .option('--json', 'print one JSON object')
    .action((id: string, flags: SetFlags) => run((session) => word(session, id, flags)))
  prompts
    .command('reset')
    .description('give a prompt its standard wording back, or all prompts')
    .argument('[id]', 'the prompt; default: all')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((id: string | undefined, flags: Flags) => run((session) => reset(session, id, flags)))
}

type Info = ActionAnswer<'prompts.list'>[number]

async function list(session: CommandSession, { workspace, json }: Flags): Promise<void> {
  const prompts = await session.request('prompts.list', { dir: await session.workspace(workspace) })
  if (json) return session.printJson({ prompts })
  session.print(tableText(['prompt', 'what it does', 'wording'], prompts.map(rowOf)))
}

const rowOf = (info: Info): string[] => [info.id, plainText(info.title), stateOf(info)]

const stateOf = ({ isOwn, isOutdated }: Info): string =>
  isOwn ? `its own${isOutdated ? ', for an earlier version' : ''}` : 'standard'

async function show(
  session: CommandSession,
  id: string,
  { workspace, json }: Flags,
): Promise<void> {
  const prompts = await session.request('prompts.list', { dir: await session.workspace(workspace) })
  const found = prompts.find((prompt) => prompt.id === id)
  if (!found) {
    throw new Problem(
      'bad-input',
      `There is no prompt “${id}”.`,
      `Choose one of: ${prompts.map((prompt) => prompt.id).join(', ')}.`,
    )
  }
  if (json) return session.printJson(found)
  session.print(`${found.title} (${found.name}, wording: ${stateOf(found)})\n${found.purpose}\n`)
  session.print(plainLines(found.wording))
}

async function word(
  session: CommandSession,
  id: string,
  { workspace, text, file, json }: SetFlags,
): Promise<void> {
  if ((text === undefined) === (file === undefined)) {
    throw new Problem(
      'bad-input',
      'It takes one wording: --text or --file.',
      'Begin with what `pegboard prompts show` prints.',
    )
  }
  const dir = await session.workspace(workspace)
  const wording = text ?? (await readWording(resolve(session.terminal.cwd(), file ?? '')))
  const written = await session.request('prompts.write', { dir, id, wording })
  if (json) return session.printJson(written)
  session.print(
    written.isOwn
      ? `“${written.title}” is worded otherwise in this workspace, as ${written.name}.`
      : `“${written.title}” has its standard wording.`,
  )
}

/** A letter takes four bytes at most. */
const MOST_BYTES = 4 * LONGEST_WORDING

async function readWording(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined)
  if (!file) throw new Problem('bad-input', `${path} cannot be read.`, 'Name a text file.')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES + 1), 0, MOST_BYTES + 1)
    if (bytesRead <= MOST_BYTES) return buffer.toString('utf8', 0, bytesRead)
    const limit = `A wording has at most ${LONGEST_WORDING} characters.`
    throw new Problem('bad-input', `${path} is too long.`, limit)
  } finally {
    await file.close()
  }
}

async function reset(
  session: CommandSession,
  id: string | undefined,
  { workspace, json }: Flags,
): Promise<void> {
  const dir = await session.workspace(workspace)
  const prompts = await session.request('prompts.reset', { dir, id })
  if (json) return session.printJson({ prompts })
  const own = prompts.filter(({ isOwn }) => isOwn).length
  session.print(
    own === 0
      ? 'All prompts have their standard wordings.'
      : `${own} prompts are still worded otherwise.`,
  )
}
