import type { NothingFits } from './run'

/** By which threshold a recipe tells that no tool fits; nothing in earlier runs. */
export function thresholdText({ isLearned }: NothingFits): string[] {
  if (isLearned === undefined) return []
  return [
    isLearned
      ? 'Its threshold was learned from the golden queries, and each query is judged by what others taught.'
      : 'Its threshold is the one that ships: there are too few golden queries to learn one.',
  ]
}
