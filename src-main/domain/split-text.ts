import type { SplitBy, SplitUse } from './split'

const MEASURED: Record<SplitBy, string> = {
  random: 'a random fifth',
  bundle: 'a fifth by bundle, whose bundles are new',
  mixed: 'a fifth, half of it with new bundles',
  first100: 'the first 100 as published',
}

/** The split in words: `a random fifth (seed 1), with the other 800 as history`. */
export const splitText = ({ by, seed, learned }: SplitUse): string =>
  `${MEASURED[by]}${by === 'first100' ? '' : ` (seed ${seed})`}, with the other ${learned} as history`

const NAMES: Record<SplitBy, string> = {
  random: 'random split',
  bundle: 'split by bundle',
  mixed: 'mixed split',
  first100: 'first 100',
}

/** The split as part of a name: `split by bundle, seed 1`. */
export const splitName = ({ by, seed }: SplitUse): string =>
  by === 'first100' ? NAMES[by] : `${NAMES[by]}, seed ${seed}`
