import type { Run } from '../../../src-main/domain/run/run'
import { whyNotComparable } from './run-labels'
import { choiceOf, largestOfEach } from './sizes/largest-of-each'

const TOGETHER = 4

/**
 * The latest run and, in the order they ran, those before it on the same queries; of equal ones the latest only, and of several sizes of
 * catalog the largest. What was measured to see what a part of a recipe gives is left out.
 */
export function latestTogether(runs: readonly Run[]): string[] {
  const newestFirst = runs
    .filter(({ leftOut }) => leftOut === undefined)
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
  const [latest, ...earlier] = largestOfEach(newestFirst)
  if (!latest) return []
  const kept = new Map([[choiceOf(latest), latest]])
  for (const run of earlier) {
    const choice = choiceOf(run)
    if (!whyNotComparable(run, latest) && !kept.has(choice)) kept.set(choice, run)
  }
  return [...kept.values()]
    .slice(0, TOGETHER)
    .reverse()
    .map(({ id }) => id)
}
