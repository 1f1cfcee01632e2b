import { z } from 'zod'
import type { ActionAnswer } from '../actions'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { plainLines, plainText } from '../../domain/value/plain-text'
import { LONGEST_WORDING } from '../../domain/workspace/longest-wording'
import { asks, command, itsChange, type CommandGroup } from '../../hosts/cli/command'
import { text } from '../../hosts/cli/flags'
import { tableText } from '../../hosts/cli/print-table'
import type { CommandSession } from '../../hosts/cli/session'
import { textOfFile } from '../../hosts/cli/text-of-file'
import { cutText } from './shared/answers'

const Prompt = z.string().describe('the prompt')

const prompts: CommandGroup = {
  summary: 'the prompts that recipes send to language models, and their wording in a workspace',
  byDefault: 'list',
  commands: {
    list: asks('prompts.list', {
      json: (all) => ({ prompts: all }),
      print: (all) => tableText(['prompt', 'what it does', 'wording'], all.map(rowOf)),
    }),
    show: command({
      summary: 'show how a prompt is worded',
      args: ['id'],
      input: { dir: Dir, id: Prompt },
      run: find,
      print: (found) => [
        `${found.title} (${found.name}, wording: ${stateOf(found)})\n${found.purpose}\n`,
        plainLines(found.wording),
        ...cutLine(found),
      ],
    }),
    set: command({
      summary: 'reword a prompt in this workspace',
      args: ['id'],
      input: {
        dir: Dir,
        id: Prompt,
        text: text('wording', 'the wording'),
        file: z.string().optional().describe('a file that holds the wording'),
      },
      run: word,
      undo: itsChange,
      print: ({ title, name, isOwn, ...info }) =>
        isOwn
          ? [`“${title}” is reworded in this workspace, as ${name}.`, ...cutLine(info)]
          : `“${title}” has its standard wording.`,
    }),
    reset: asks('prompts.reset', {
      args: ['id'],
      json: (all) => ({ prompts: all }),
      print(all) {
        const own = all.filter(({ isOwn }) => isOwn).length
        return own === 0
          ? 'All prompts have their standard wording.'
          : `${own} prompts are still reworded.`
      },
    }),
  },
}

type Info = ActionAnswer<'prompts.list'>[number]

const rowOf = (info: Info): string[] => [info.id, plainText(info.title), stateOf(info)]

const stateOf = ({ isOwn, isOutdated }: Info): string =>
  isOwn ? `its own${isOutdated ? ', for an earlier version' : ''}` : 'standard'

/** A line where served agents are given only the beginning of a wording. */
function cutLine({ wording, most }: Pick<Info, 'wording' | 'most'>): string[] {
  const cut = cutText(wording, most)
  return cut === undefined ? [] : [cut]
}

async function find(
  session: CommandSession,
  { dir, id }: { dir: string; id: string },
): Promise<Info> {
  const all = await session.request('prompts.list', { dir })
  const found = all.find((prompt) => prompt.id === id)
  if (found) return found
  const ids = all.map((prompt) => prompt.id).join(', ')
  throw new Problem('bad-input', `There is no prompt “${id}”.`, `Choose one of: ${ids}.`)
}

interface Wording {
  dir: string
  id: string
  text: string | undefined
  file: string | undefined
}

async function word(
  session: CommandSession,
  { dir, id, text, file }: Wording,
): Promise<ActionAnswer<'prompts.write'>> {
  if ((text === undefined) === (file === undefined)) {
    throw new Problem(
      'bad-input',
      'It takes one wording: --text or --file.',
      'Begin with what `pegboard prompts show` prints.',
    )
  }
  const wording = text ?? (await readWording(session.path(file ?? '')))
  return session.request('prompts.write', { dir, id, wording })
}

/** A letter takes four bytes at most. */
const MOST_BYTES = 4 * LONGEST_WORDING

async function readWording(path: string): Promise<string> {
  const limit = `Name a text file of at most ${LONGEST_WORDING} characters.`
  return textOfFile(path, MOST_BYTES).catch((error: unknown) => {
    const why = error instanceof Problem ? error.message : `${path} cannot be read.`
    throw new Problem('bad-input', why, limit)
  })
}

export const commands = { prompts }
