import type { SplitBy } from '../../../src-main/domain/query/split'

/** What recipes that learn from history learn from, as a person chooses it. */
export const SPLITS: readonly { value: SplitBy | 'none'; label: string }[] = [
  { value: 'none', label: 'The queries logged here' },
  { value: 'random', label: 'Golden set: 80 %, drawn' },
  { value: 'bundle', label: 'Golden set: 80 %, other bundles' },
  { value: 'mixed', label: 'Golden set: 80 %, half other bundles' },
  { value: 'first100', label: 'Golden set: all but the first 100' },
]

const MEANINGS: Record<SplitBy | 'none', string> = {
  none: 'All of the golden set is measured; queries that are logged learn nothing from themselves.',
  random:
    'The other fifth is measured. Where the same tools solved several queries, this mostly asks whether they were seen before.',
  bundle:
    'The fifth that is measured needs sets of tools that no query learned from took: the harder, and the more telling, question.',
  mixed: 'Half of the fifth that is measured needs sets of tools that were not seen before.',
  first100: 'The first 100 queries are measured, as in the paper.',
}

export const splitMeaning = (split: SplitBy | 'none'): string => MEANINGS[split]
