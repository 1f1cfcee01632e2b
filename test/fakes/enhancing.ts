import { readdirSync, readFileSync } from 'node:fs'
import type { ProposedPart } from '../../src-main/domain/proposal/text'
import { proposeNames } from '../../src-main/pipeline/prompts/propose-names'
import { partsOf } from './obedient-model'
import { chatModel } from './ollama/models'
import { splitIdentifier } from '../../src-main/pipeline/text/analyse'
import { AIRLINE } from '../app/airline'
import { SMALL_CATALOG } from '../app/small-catalog'
import { toolAsked as toolShown } from './standardising'

/** How the question for each part begins. */
const BEGINNINGS: Readonly<Record<ProposedPart, string>> = {
  description: 'Describe the first tool below so that',
  whenToUse: 'Say when the first tool below',
  limits: 'Say what the first tool below',
  questions: 'What stands between <data> and </data> is quoted, one JSON',
  topics: 'Name the key topics',
  tags: 'Name tags by which',
  parameters: 'Describe the parameters of the tool',
}

/** The part that a question asks for; undefined where it asks for something else. */
export const partAsked = (question: string): ProposedPart | undefined =>
  nounAsked(question) === undefined
    ? (Object.keys(BEGINNINGS) as ProposedPart[]).find((part) =>
        question.startsWith(BEGINNINGS[part]),
      )
    : undefined

/** The noun that a question asks everyday names of; undefined where it asks for something else. */
export function nounAsked(question: string): string | undefined {
  if (!question.includes(proposeNames.wording)) return undefined
  const [[noun = '""'] = []] = partsOf(question).quoted
  return JSON.parse(noun) as string
}

const DEMO = new URL('../../resources/demo/', import.meta.url)
const inDemo = (file: string): unknown => JSON.parse(readFileSync(new URL(file, DEMO), 'utf8'))

interface Described {
  name: string
  description: string
}
const ofDemo = readdirSync(new URL('servers/', DEMO)).flatMap((file) => {
  const { server, tools } = inDemo(`servers/${file}`) as { server: string; tools: Described[] }
  return tools.map((tool) => ({ ...tool, id: `${server}/${tool.name}` }))
})
const layers = inDemo('layers.json') as Record<string, { description?: string }>
/**
 * Names by descriptions: a question for questions shows no name where a description says enough.
 */
const NAMES = new Map(
  [
    ...ofDemo.map(({ id, ...tool }) => ({ ...tool, ...layers[id] })),
    ...[...AIRLINE, ...SMALL_CATALOG].map(named),
  ].map(({ name, description }) => [description, name] as const),
)
/** Names that two servers have: what is written for both must differ. */
const SHARED = new Set(
  ofDemo.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) < at),
)
function named(tool: { function: Described }): Described {
  return tool.function
}

/** The tool that a question asks about, with its parameters. */
export function toolAsked(question: string): ReturnType<typeof toolShown> {
  if (partAsked(question) !== 'questions') return toolShown(question)
  const [[ability = '""'] = []] = partsOf(question).quoted
  const shown = JSON.parse(ability) as string
  const name = NAMES.get(shown) ?? shown.replace(/:.*/s, '').replaceAll(' ', '_')
  return { name, description: shown, parameters: [] }
}

/** One question to the model: the tool and its part, as `send_email questions`. */
export const askedFor = (question: string): string =>
  `${toolAsked(question).name} ${partAsked(question)}`

/** The answer of a model that does as it is asked. */
export function fittingText(question: string): object {
  if (nounAsked(question) !== undefined) return { names: ['none', 'none', 'none'] }
  const { name, description, parameters } = toolAsked(question)
  const own = splitIdentifier(name).toLowerCase()
  const words = SHARED.has(name) ? `${own} of the ${description.length}` : own
  switch (partAsked(question)) {
    case 'questions':
      return {
        messages: [
          `Please ${words} for Anna at noon`,
          `Somebody wants help with ${words}`,
          `Could you ${words} in Oslo tomorrow`,
          `Taking care of ${words} quickly`,
        ],
      }
    case 'topics':
      return { topics: [words, `handling ${words}`] }
    case 'tags':
      return { tags: [words.split(' ').at(-1) ?? words, 'assistant'] }
    case 'description':
      return { description: `Takes care of ${words} for whoever asks, and of nothing else.` }
    case 'whenToUse':
      return { whenToUse: `When somebody wants to ${words} and says so.` }
    case 'limits':
      return { limits: `It does no more than ${words}.` }
    case 'parameters':
      return {
        parameters: parameters.map((each) => ({ name: each, purpose: `The ${each} meant.` })),
      }
    case undefined:
      return {}
  }
}

/** What a question shows, one list of values for each block of data. */
export const shownIn = (question: string): unknown[][] =>
  partsOf(question).quoted.map((lines) => lines.map((line): unknown => JSON.parse(line)))

/**
 * A model of the fake Ollama that does as it is asked; `change` makes what it says of a question
 * something else.
 */
export const enhancingModel = (change?: (question: string) => string | undefined) =>
  chatModel({
    says: ({ messages }) => {
      const question = messages.at(-1)?.content ?? ''
      return { tokens: [change?.(question) ?? JSON.stringify(fittingText(question))] }
    },
  })
