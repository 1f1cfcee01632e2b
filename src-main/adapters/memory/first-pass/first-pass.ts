import type { KeyedTexts, ScoredKeys } from '../keyed-texts'
import { topDocuments } from '../top-documents'
import { dotProduct, rowOf, type VectorRows } from '../vector-rows'
import { eightBitRows } from './eight-bit-rows'

/** What computing with 53 bits may add to the error that was worked out. */
const ARITHMETIC = 1e-9

/** Of the rows wanted, all that can be the best of one of the `depth` best keys, and few others. */
export type FirstPass = (query: Float32Array, wanted: Uint32Array, depth: number) => Uint32Array

/**
 * A cheap look at all rows that says which are worth comparing exactly. Rows and query are rounded, and how far that can
 * put a product off is known (Cauchy–Schwarz), so what is left out cannot belong to the best: comparing the rest gives
 * what comparing all would.
 * @param pool makes the scores of rows those of their keys, by the best.
 */
export async function firstPass(
  rows: VectorRows,
  keyed: KeyedTexts<string>,
  pool: (rows: Uint32Array, scores: Float64Array) => ScoredKeys,
): Promise<FirstPass> {
  const rounded = await eightBitRows(rows)
  const about = new Float64Array(rounded.scales.length)
  const kept = new Uint32Array(rounded.scales.length)
  const errors = new Float64Array(rounded.scales.length)
  const owners = ownersOf(keyed)
  /** What the best row of each key scores at least. */
  const leastOf = new Float64Array(keyed.keys.length)

  /** The worst of some keys' exact scores: no better one than the last of the best has. */
  const worstOf = (keys: readonly number[], query: Float32Array): number => {
    let worst = Infinity
    for (const key of keys) {
      let best = -Infinity
      for (let row = keyed.starts[key] as number; row < (keyed.starts[key + 1] as number); row++) {
        if (rounded.lengths[row] === 0) continue
        best = Math.max(best, dotProduct(query, rowOf(rows, row)))
      }
      worst = Math.min(worst, best)
    }
    return worst
  }

  return (query, wanted, depth) => {
    const { sums, scale, length, loss } = rounded.multiply(query)
    const { scales, losses, lengths } = rounded
    leastOf.fill(-Infinity)
    for (const row of wanted) {
      const owner = owners[row] as number
      about[row] = (sums[row] as number) * (scales[row] as number) * scale
      errors[row] = length * (losses[row] as number) + loss * (lengths[row] as number) + ARITHMETIC
      const surely = about[row] - errors[row]
      if (surely > (leastOf[owner] as number)) leastOf[owner] = surely
    }
    const scored = pool(wanted, about)
    const best = topDocuments(scored.keys, scored.scores, depth)
    const least = best.length < depth ? -Infinity : worstOf(best, query)
    let count = 0
    for (const row of wanted) {
      const most = (about[row] as number) + (errors[row] as number)
      if (most >= least && most >= (leastOf[owners[row] as number] as number)) kept[count++] = row
    }
    return kept.subarray(0, count)
  }
}

/** The key of each row. */
function ownersOf({ keys, starts }: KeyedTexts<string>): Uint32Array {
  const owners = new Uint32Array(starts[keys.length] ?? 0)
  for (let key = 0; key < keys.length; key++) owners.fill(key, starts[key], starts[key + 1])
  return owners
}
