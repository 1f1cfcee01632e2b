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
  steps.flatMap(({ calls, branches }) => [
    ...calls,
    ...branches.flatMap((branch) => callsOf(branch.steps)),
  ])

/** The embedder's calls of these steps, each once where several share it, and the texts in them. */
export function embedsOf(steps: readonly TraceStep[]): { calls: number; texts: number } {
  const textsOf = new Map<number, number>()
  const walk = (some: readonly TraceStep[]): void => {
    for (const { embedded = [], branches } of some) {
      for (const { call, texts } of embedded) textsOf.set(call, texts)
      for (const branch of branches) walk(branch.steps)
    }
  }
  walk(steps)
  return { calls: textsOf.size, texts: [...textsOf.values()].reduce((sum, some) => sum + some, 0) }
}
