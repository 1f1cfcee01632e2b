import type { Command } from 'commander'
import type { ActionAnswer } from '../../../app/actions'
import { bytesText } from '../../../domain/value/quantity'
import { wholeNumber } from '../arguments'
import { plainText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface Flags {
  json?: boolean
}

/** What is kept of what language models answered. */
export function addAnswersCommands(program: Command, run: Run): void {
  const answers = program
    .command('answers')
    .description('look at what language models answered before, which is given again for nothing')
  answers
    .command('list')
    .description('show stored answers, those used last first')
    .option('--limit <count>', 'how many', wholeNumber(1), 20)
    .option('--json', 'print one JSON object')
    .action((flags: Flags & { limit: number }) => run((session) => list(session, flags)))
  answers
    .command('size')
    .description('tell how many answers are stored, and how large they are')
    .option('--json', 'print one JSON object')
    .action((flags: Flags) => run((session) => size(session, flags)))
  answers
    .command('clear')
    .description('remove all stored answers: models are asked again')
    .option('--json', 'print one JSON object')
    .action((flags: Flags) => run((session) => clear(session, flags)))
}

async function list(
  session: CommandSession,
  { limit, json }: Flags & { limit: number },
): Promise<void> {
  const answers = await session.request('answers.list', { limit })
  if (json) return session.printJson({ answers })
  if (answers.length === 0) return session.print(NONE)
  session.print(answers.map(answerText).join('\n\n'))
}

const NONE = 'No answers are stored. They are kept as soon as a recipe asks a language model.'
/** Characters of a question and of an answer in a list. */
const SHOWN = 200

const answerText = ({
  at,
  prompt,
  model,
  question,
  answer,
}: ActionAnswer<'answers.list'>[number]): string =>
  [
    `${prompt}  ${plainText(model.split('@')[0] ?? '')}  ${at}`,
    `  asked: ${beginning(question)}`,
    `  answered: ${beginning(answer)}`,
  ].join('\n')

function beginning(text: string): string {
  const plain = plainText(text)
  return plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain
}

async function size(session: CommandSession, { json }: Flags): Promise<void> {
  const stored = await session.request('answers.size', {})
  if (json) return session.printJson(stored)
  const { answers, bytes, most } = stored
  session.print(
    `${answers} answers, ${bytesText(bytes)}. At ${most.answers} answers or ${bytesText(most.bytes)} the fifth that was used longest ago is forgotten.`,
  )
}

async function clear(session: CommandSession, { json }: Flags): Promise<void> {
  const cleared = await session.request('answers.clear', {})
  if (json) return session.printJson(cleared)
  session.print(`Removed ${cleared.removed} answers.`)
}
