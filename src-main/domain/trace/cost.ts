import type { ModelCall, TraceStep } from './trace'

/** What language models were asked, all calls together. */
export interface ModelCost {
  calls: number
  /** Answered from what was kept: these cost no tokens. */
  cached: number
  /** Asked once more, as the first answer did not fit. */
  repaired: number
  promptTokens: number
  answerTokens: number
}

export const costOfCalls = (calls: readonly ModelCall[]): ModelCost => ({
  calls: calls.length,
  cached: calls.filter(({ cached }) => cached).length,
  repaired: calls.filter(({ repaired }) => repaired).length,
  promptTokens: calls.reduce((sum, call) => sum + call.promptTokens, 0),
  answerTokens: calls.reduce((sum, call) => sum + call.answerTokens, 0),
})

/** Every call of these steps, those of the pipelines inside them included. */
export const callsOf = (steps: readonly TraceStep[]): ModelCall[] =>
  stepsOf(steps).flatMap(({ calls }) => calls)

/** The embedder's calls of these steps, and the texts that were sent to it with them. */
export function embedsOf(steps: readonly TraceStep[]): { calls: number; texts: number } {
  const embedded = stepsOf(steps).flatMap((step) => step.embedded ?? [])
  return {
    calls: new Set(embedded.map(({ call }) => call)).size,
    texts: embedded.reduce((sum, { texts }) => sum + texts, 0),
  }
}

/** These steps and all inside them. */
const stepsOf = (steps: readonly TraceStep[]): TraceStep[] =>
  steps.flatMap((step) => [step, ...step.branches.flatMap((branch) => stepsOf(branch.steps))])
