import type { SplitBy, SplitUse } from '../query/split'
import { TIER_NAMES } from '../query/tier'
import type { Run } from './run'

const grouped = new Intl.NumberFormat('en-US')

/** Which queries of the golden set were measured, in words: `all 20,614 queries`. */
export function sampleText({
  sample,
  split,
  queries,
  tier,
}: Pick<Run, 'sample' | 'split' | 'queries' | 'tier'>): string {
  if (tier) {
    const many = `${grouped.format(queries)} ${queries === 1 ? 'query' : 'queries'}`
    return `${many} of the tier “${TIER_NAMES[tier]}”`
  }
  const part = split && splitText(split)
  const drawn =
    sample && `${grouped.format(sample.size)} ${sample.size === 1 ? 'query' : 'queries'}`
  if (part) return drawn ? `${drawn} of ${part}` : part
  if (drawn)
    return `a sample of ${drawn}, seed ${sample.seed}${sample.drawnBy ? ', drawn as Python does' : ''}`
  return queries === 1 ? 'its only query' : `all ${grouped.format(queries)} queries`
}

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
