import type { StandardisedAnswer } from '../../src-main/pipeline/prompts/standardise-tool'
import { partsOf } from './obedient-model'
import { chatModel } from './ollama/models'

/** How the question begins that asks for the four fields of a tool. */
export const STANDARDISE = 'Describe a tool in four fields'

interface Shown {
  name: string
  description: string
}

/** The tool that a question asks about, with its parameters. */
export function toolAsked(question: string): Shown & { parameters: string[] } {
  const { quoted, around } = partsOf(question)
  const [[tool = '{}'] = [], parameters = []] = quoted
  return {
    ...(JSON.parse(tool) as Shown),
    parameters: around.includes('Its parameters:')
      ? parameters.map((line) => (JSON.parse(line) as Shown).name)
      : [],
  }
}

/** The answer of a model that does as it is asked. */
export function fittingAnswer(question: string): StandardisedAnswer {
  const { name, description, parameters } = toolAsked(question)
  return {
    description: `In short: ${description}`,
    parameters: parameters.map((each) => ({
      name: each,
      purpose: `The ${each}.`,
      sample: '1',
    })),
    response: `What came of ${name}.`,
    uses: [
      {
        intent: `I want ${name}`,
        values: parameters.slice(0, 1).map((each) => ({ name: each, value: 'x' })),
      },
    ],
  }
}

/**
 * A model of the fake Ollama that does as it is asked; `change` makes what it says of a tool
 * something else.
 */
export const standardisingModel = (change?: (tool: string) => string | undefined) =>
  chatModel({
    says: ({ messages }) => {
      const question = messages.at(-1)?.content ?? ''
      const own = change?.(toolAsked(question).name)
      return { tokens: [own ?? JSON.stringify(fittingAnswer(question))] }
    },
  })
