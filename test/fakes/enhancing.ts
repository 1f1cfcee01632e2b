import type { ProposedPart } from '../../src-main/domain/proposal/text'
import { partsOf } from './obedient-model'
import { chatModel } from './ollama/models'
import { toolAsked } from './standardising'

/** How the question for each part begins. */
const BEGINNINGS: Readonly<Record<ProposedPart, string>> = {
  description: 'Describe the first tool below so that',
  whenToUse: 'Say when the first tool below',
  limits: 'Say what the first tool below',
  questions: 'Write requests that users',
  topics: 'Name the key topics',
  tags: 'Name tags by which',
  parameters: 'Describe the parameters of the tool',
}

/** The part that a question asks for; undefined where it asks for something else. */
export const partAsked = (question: string): ProposedPart | undefined =>
  (Object.keys(BEGINNINGS) as ProposedPart[]).find((part) => question.startsWith(BEGINNINGS[part]))

/** One question to the model: the tool and its part, as `send_email questions`. */
export const askedFor = (question: string): string =>
  `${toolAsked(question).name} ${partAsked(question)}`

/** The answer of a model that does as it is asked. */
export function fittingText(question: string): object {
  const { name, parameters } = toolAsked(question)
  const words = name.replaceAll('_', ' ')
  switch (partAsked(question)) {
    case 'questions':
      return {
        concrete: [`Please ${words} for Anna at noon`, `Could you ${words} in Oslo tomorrow`],
        abstract: [`Somebody wants help with ${words}`, `Taking care of ${words} quickly`],
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
        parameters: parameters.map((each) => ({ name: each, description: `The ${each} meant.` })),
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
