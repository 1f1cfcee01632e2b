import type { Command } from 'commander'
import type { ActionAnswer } from '../../../app/actions'
import { embedderTitle } from '../../../domain/model/names'
import { movedText } from '../../../domain/workspace/move-text'
import { EMBEDDER_OPTION } from '../embedder-option'
import { OLLAMA_OPTION } from '../ollama-option'
import { plainText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface IndexFlags {
  workspace: string
  embedder?: string
  use?: boolean
  ollama?: string
  json?: boolean
}

export function addIndexCommand(program: Command, run: Run): void {
  const [flag, , parse] = EMBEDDER_OPTION
  program
    .command('index')
    .description('embed the tool documents whose text changed')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option(
      flag,
      'the embedder: instant, sentences or ollama:MODEL; default: the one that the workspace moves to, else its own, else the one in the settings',
      parse,
    )
    .option('--use', 'have it answer in the workspace once all are embedded')
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((flags: IndexFlags) => run((session) => index(session, flags), flags))
}

async function index(session: CommandSession, flags: IndexFlags): Promise<void> {
  const result = await session.request('knowledge.index', {
    dir: await session.workspace(flags.workspace),
    embedder: flags.embedder,
    use: flags.use,
  })
  if (flags.json) return session.printJson(result)
  session.print(
    `${result.documents} tool documents: ${result.embedded} embedded, ${result.reused} ` +
      `unchanged, with ${embedderTitle(result.embedder)} in ${(result.elapsedMs / 1000).toFixed(2)} s.`,
  )
  if (result.cut > 0) session.print(cutText(result))
  if (result.answers) session.print(movedText(result.embedder))
}

function cutText({ cut, cutTools, embedder }: ActionAnswer<'knowledge.index'>): string {
  const more = cut > cutTools.length ? ` and ${cut - cutTools.length} more` : ''
  const what = cut === 1 ? '1 of them is' : `${cut} of them are`
  return plainText(
    `${what} longer than ${embedderTitle(embedder)} takes in and cut at its limit: ${cutTools.join(', ')}${more}.`,
  )
}
