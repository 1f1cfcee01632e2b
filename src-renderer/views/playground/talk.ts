import type { TraceStep } from '../../../src-main/domain/trace/trace'
import type { Answer, Asked, PlaygroundState } from './playground-state'

/** As the contract takes them. */
const MOST_TURNS = 20
const MOST_HELD = 500

/**
 * What a follow-up to an answer starts from: all that was said until then, and the tools that were
 * given.
 */
export const followingUp = (
  asked: Asked,
  answer: Answer,
): Pick<PlaygroundState, 'turns' | 'held'> => ({
  turns: [...asked.turns, asked.text].slice(-MOST_TURNS),
  held: [...new Set([...asked.held, ...answer.tools.map(({ tool }) => tool)])].slice(-MOST_HELD),
})

/**
 * What an answer to a question of the planner starts from; nothing was given yet that the agent
 * would hold.
 */
export const answering = (
  asked: Asked,
  question: string,
): Pick<PlaygroundState, 'turns' | 'held'> => ({
  turns: [...asked.turns, asked.text, question].slice(-MOST_TURNS),
  held: [...asked.held],
})

/** What the planner asks the user back, each question once. */
export function questionsIn(trace: readonly TraceStep[]): string[] {
  const asked = trace.flatMap(({ output, branches }) => [
    ...branches.flatMap(({ steps }) => questionsIn(steps)),
    ...(output.shape === 'plan' ? (output.questions ?? []) : []),
  ])
  return [...new Set(asked)]
}
