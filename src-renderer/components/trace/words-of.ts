import type { TraceStep } from '../../../src-main/domain/trace/trace'

/** The words of the query as written, by the term that any step matched them as. */
export const wordsOf = (steps: readonly TraceStep[]): Record<string, string> =>
  Object.assign(
    {},
    ...steps.flatMap((step) => [
      step.words ?? {},
      ...step.branches.map((branch) => wordsOf(branch.steps)),
    ]),
  ) as Record<string, string>
