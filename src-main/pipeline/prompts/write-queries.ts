import { z } from 'zod'
import type { WritingStyle } from '../../domain/query/written-query'
import { WRITING } from '../../domain/query/writing'
import { saysNothing } from '../../domain/value/says-nothing'
import { text } from './bounds'
import { quoted } from './quoted'
import { worded, type WordedPrompt } from './worded'

/** A tool as it is shown to whoever writes a query for it, and to who judges that. */
export interface ToWriteFor {
  name: string
  description: string
  parameters: readonly { name: string; description: string }[]
}

interface ToWrite {
  tools: readonly ToWriteFor[]
  style: WritingStyle
}

/** What of a query cannot be used, in words that follow it; nothing where it can. */
type QueryFault = (text: string) => string | undefined

const ABOUT = {
  id: 'write-queries',
  version: 1,
  title: 'Write golden queries for a bundle of tools',
  purpose:
    'Asked of each bundle for which golden queries are written. What it writes goes to the judge, and then to you.',
  wording: [
    'Write what a user might ask an agent that has the tools below, so that the agent needs every one of them and no other tool to do it.',
    'Users know nothing of tools: never name a tool or a parameter, and do not repeat the words of a description where others say the same. One request each, as a person would type it, that hangs together and has a reason; not a list of orders.',
    'queries: as many as are asked for, each on another occasion and in other words.',
  ].join('\n'),
}

/**
 * RecTools (PTR, section 3): a query for a bundle of tools. An answer with a query that `faultOf`
 * finds a fault in does not fit.
 */
export const writeQueries = (
  count: number,
  faultOf: QueryFault,
): WordedPrompt<ToWrite, { queries: string[] }> =>
  worded({
    ...ABOUT,
    answer: z
      .object({
        queries: z.array(text(WRITING.longestQuery)).meta({ minItems: count, maxItems: count }),
      })
      .superRefine(({ queries }, context) => {
        const say = (message: string, path: (string | number)[]) =>
          context.addIssue({ code: 'custom', path, message })
        if (queries.length !== count) {
          say(`has ${queries.length} instead of ${count}`, ['queries'])
        }
        for (const [at, text] of queries.entries()) {
          const fault = ownFaultOf(text) ?? faultOf(text)
          if (fault !== undefined) say(fault, ['queries', at])
        }
      }),
    data: shown,
  })

function ownFaultOf(text: string): string | undefined {
  if (saysNothing(text)) return 'is empty'
  return text.length > WRITING.longestQuery
    ? `is longer than ${WRITING.longestQuery} characters`
    : undefined
}

const LENGTHS = {
  short: 'One short sentence each.',
  medium: 'One to three sentences each.',
  long: 'A paragraph each, with the circumstances told.',
}
const DETAILS = {
  concrete:
    'Name the values that the tools need, made up as a user would have them: names, places, dates, amounts.',
  abstract: 'Say what is wanted and why, without single values.',
  mixed: 'Name such values as a user would name; leave open what a user would leave open.',
}

/** In characters: a query is written of what a tool does, which its first paragraphs say. */
const LONGEST_TOOL = 600
const LONGEST_PARAMETER = 120
const MOST_PARAMETERS = 12

/** Tools of a bundle with what they take, each text cut to what one question of ten tools bears. */
export const bundlePart = (title: string, tools: readonly ToWriteFor[]): string =>
  `${title}:\n${quoted(
    tools.map(({ name, description, parameters }) => ({
      name: cut(name, LONGEST_PARAMETER),
      description: cut(description, LONGEST_TOOL),
      parameters: parameters
        .slice(0, MOST_PARAMETERS)
        .map((each) => cut(`${each.name}: ${each.description}`, LONGEST_PARAMETER)),
    })),
  )}`

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text

const shown = ({ tools, style: { detail, length, language, perBundle } }: ToWrite): string =>
  [
    bundlePart('The tools', tools),
    `How many queries: ${perBundle}. ${LENGTHS[length]} ${DETAILS[detail]}`,
    language === undefined
      ? 'Write in the language of the descriptions.'
      : `Write in this language:\n${quoted([language], WRITING.longestLanguage)}`,
  ].join('\n\n')

/** The same of any query: what a workspace may word otherwise. */
export const writeAnyQueries: WordedPrompt = writeQueries(1, () => undefined)
