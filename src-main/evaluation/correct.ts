import { CLEAR_BELOW } from '../domain/caution'
import type { Comparison, Difference } from '../domain/comparison'

/**
 * The comparisons with the baseline, corrected for being several: measure by measure, by Holm 1979. The p of the clearest is
 * multiplied by how many there are, the next by one fewer, and none is clearer than the one before it.
 */
export function correctedFor(comparisons: readonly Comparison[]): Comparison[] {
  const names = new Set(comparisons.flatMap(({ measures }) => Object.keys(measures)))
  const corrected = comparisons.map((comparison) => ({
    ...comparison,
    measures: { ...comparison.measures },
  }))
  for (const name of names) {
    const having = corrected.filter(({ measures }) => Object.hasOwn(measures, name))
    const rising = having.toSorted((a, b) => pOf(a, name) - pOf(b, name))
    let least = 0
    for (const [at, { measures }] of rising.entries()) {
      const difference = measures[name] as Difference
      least = Math.max(least, Math.min(1, difference.p * (having.length - at)))
      const told = smallestTold(difference, having.length)
      measures[name] = { ...difference, corrected: least, tested: having.length, ...told }
    }
  }
  return corrected
}

const pOf = ({ measures }: Comparison, name: string): number => measures[name]?.p ?? 1

/**
 * The smallest mean difference that would be clear among so many runs, where queries differ as much as these do: by the normal
 * distribution, to which that of the flipped signs comes down. Nothing where so few queries differ that none would be.
 */
function smallestTold(
  { wins, losses, standardError }: Difference,
  tested: number,
): Pick<Difference, 'tells'> {
  const level = CLEAR_BELOW / tested
  if (2 * 0.5 ** (wins + losses) > level) return {}
  return { tells: normalBeyond(level / 2) * standardError }
}

/** What a normally distributed value exceeds with this chance, at most .5, to ±0.00045. Abramowitz & Stegun 1964, 26.2.23. */
function normalBeyond(chance: number): number {
  const t = Math.sqrt(-2 * Math.log(chance))
  const above = 2.515517 + 0.802853 * t + 0.010328 * t ** 2
  return t - above / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3)
}
