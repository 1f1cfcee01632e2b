import type { ActionAnswer } from '../../../features/actions'
import { bytesText } from '../../../domain/value/quantity'
import { asks, type CommandGroup } from '../command'
import { plainText } from '../print-table'

/** What is kept of what language models answered. */
export const answers: CommandGroup = {
  summary: 'show or clear the stored answers of language models, which cost nothing to use again',
  commands: {
    list: asks('answers.list', {
      without: ['offset'],
      json: (found) => ({ answers: found }),
      print: (found) => (found.length === 0 ? NONE : found.map(answerText).join('\n\n')),
    }),
    size: asks('answers.size', {
      print: ({ answers: count, bytes, most }) =>
        `${count} answers, ${bytesText(bytes)}. At ${most.answers} answers or ${bytesText(most.bytes)} the least recently used fifth is deleted.`,
    }),
    clear: asks('answers.clear', {
      print: ({ removed }) => `Removed ${removed} answers.`,
    }),
  },
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
