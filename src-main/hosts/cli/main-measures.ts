import { BEYOND_GOLDEN, partsOfName } from '../../domain/measure/name'
import type { Comparison } from '../../domain/run/comparison'
import type { Run } from '../../domain/run/run'
import { mainCutoff } from '../../domain/run/verdict'

/** The measures that are read first: what is found, whether all of it, how far up, and at what cost. */
const MAIN = ['Recall', 'All', 'nDCG', 'MRR', 'PromptTokens']

/** At a k, or of a set whose size the recipe decides. */
function isMain(name: string): boolean {
  const { measure, k } = partsOfName(name)
  return MAIN.includes(measure) && k !== BEYOND_GOLDEN
}

/** The run with its main measures alone, at every k. */
export const withMainMeasures = ({ dependencyErrors: _errors, measures, ...run }: Run): Run => ({
  ...run,
  measures: only(measures, isMain),
})

/** The comparison with its main measures alone, at the k that is told of first. */
export function withMainDifferences(comparison: Comparison): Comparison {
  const measures = only(comparison.measures, isMain)
  const cutoffs = Object.keys(measures)
    .map((name) => partsOfName(name).k)
    .filter((k) => typeof k === 'number')
  const main = mainCutoff([...new Set(cutoffs)].toSorted((one, other) => one - other))
  return { ...comparison, measures: only(measures, (name) => partsOfName(name).k === main) }
}

const only = <Figure>(
  measures: Readonly<Record<string, Figure>>,
  isShown: (name: string) => boolean,
): Record<string, Figure> =>
  Object.fromEntries(Object.entries(measures).filter(([name]) => isShown(name)))
