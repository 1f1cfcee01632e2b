import { partsOf } from './obedient-model'
import { chatModel } from './ollama/models'

/** How the questions begin that ask for golden queries, and for a judgement. */
export const WRITE = 'Write what a user might ask an agent'
export const JUDGE = 'Say how well the tools below'

interface Shown {
  name: string
  description: string
}

const toolsIn = (lines: readonly string[]): Shown[] =>
  lines.map((line) => JSON.parse(line) as Shown)

/** The names of the tools that a question is about. */
export function toolsAsked(question: string): string[] {
  const { quoted } = partsOf(question)
  const lines = quoted[question.startsWith(JUDGE) ? 1 : 0] ?? []
  return toolsIn(lines).map(({ name }) => name)
}

/** Queries that want just what the tools do, in their order. */
export function queriesFor(question: string): { queries: string[] } {
  const { quoted, around } = partsOf(question)
  const wishes = toolsIn(quoted[0] ?? []).map(({ description }) => description.replace(/\.$/, ''))
  const count = Number(/How many queries: (\d)/.exec(around)?.[1])
  return {
    queries: Array.from({ length: count }, (_, at) => `On day ${at + 1}: ${wishes.join(' / ')}`),
  }
}

/** What an honest judge says of such a query: a tool is needed where its description is wanted. */
export function honestJudgement(question: string): { solving: string; reason: string } {
  const [[request = '""'] = [], lines = []] = partsOf(question).quoted
  const wanted = (JSON.parse(request) as string).replace(/^On day \d: /, '').split(' / ')
  const offered = toolsIn(lines).map(({ description }) => description.replace(/\.$/, ''))
  const met = wanted.filter((wish) => offered.includes(wish)).length
  const isNeeded = offered.every((each) => wanted.includes(each))
  const solving = met === 0 ? 'none' : met < wanted.length ? 'partial' : isNeeded ? 'exact' : 'over'
  return { solving, reason: `${met} of ${wanted.length} can be done.` }
}

/**
 * A model of the fake Ollama that writes and judges so; `change` makes what it says something else.
 */
export const writingModel = (change?: (question: string) => unknown) =>
  chatModel({
    says: ({ messages }) => {
      const question = messages.at(-1)?.content ?? ''
      const answer =
        change?.(question) ??
        (question.startsWith(JUDGE) ? honestJudgement(question) : queriesFor(question))
      return { tokens: [typeof answer === 'string' ? answer : JSON.stringify(answer)] }
    },
  })
