import type { Run } from './run'
import { splitText } from './split-text'

const grouped = new Intl.NumberFormat('en-US')

/** Which queries of the golden set were measured, in words: `all 20,614 queries`. */
export function sampleText({
  sample,
  split,
  queries,
}: Pick<Run, 'sample' | 'split' | 'queries'>): string {
  const part = split && splitText(split)
  const drawn =
    sample && `${grouped.format(sample.size)} ${sample.size === 1 ? 'query' : 'queries'}`
  if (part) return drawn ? `${drawn} of ${part}` : part
  if (drawn)
    return `a sample of ${drawn}, seed ${sample.seed}${sample.drawnBy ? ', drawn as Python does' : ''}`
  return queries === 1 ? 'its only query' : `all ${grouped.format(queries)} queries`
}
