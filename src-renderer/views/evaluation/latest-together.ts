import type { Run } from '../../../src-main/domain/run'
import { whyNotComparable } from './run-labels'

const TOGETHER = 4

/** The latest run and, in the order they ran, those before it on the same queries; of equal ones the latest only. */
export function latestTogether(runs: readonly Run[]): string[] {
  const [latest, ...earlier] = [...runs].sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
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

const choiceOf = ({ recipe, options, k, embedder, split }: Run): string =>
  JSON.stringify([recipe, options, k, embedder, split?.by, split?.seed])
