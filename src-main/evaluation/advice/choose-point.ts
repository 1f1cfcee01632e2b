import type { BoundedPoint } from './bounded-points'

/** What is wanted: a score of at least `least`, 0…1, at most so many prompt tokens, or both. */
export interface Target {
  least?: number | undefined
  tokens?: number | undefined
}

/** Whether the target is reached for sure, may be reached, or is not; and where. */
export interface Choice {
  verdict: 'reached' | 'unsure' | 'missed'
  chosen: BoundedPoint
}

/**
 * The point to work at. Where a score is to be reached, the cheapest whose interval lies above it; where none does, the
 * cheapest whose mean reaches it, or the best, which may reach it or not. Else the best that the tokens allow.
 * Undefined where there is no point.
 */
export function choosePoint(points: readonly BoundedPoint[], target: Target): Choice | undefined {
  const affordable = points.filter(({ tokens }) => tokens <= (target.tokens ?? Infinity))
  const cheapest = leastTokens(points)
  if (!cheapest) return undefined
  const best = highest(affordable)
  if (!best) return { verdict: 'missed', chosen: cheapest }
  const { least } = target
  if (least === undefined) return { verdict: 'reached', chosen: best }
  const sure = leastTokens(affordable.filter(({ interval: [low] }) => low >= least))
  if (sure) return { verdict: 'reached', chosen: sure }
  const likely = leastTokens(affordable.filter(({ mean }) => mean >= least))
  if (likely) return { verdict: 'unsure', chosen: likely }
  const isPossible = best.interval[1] >= least
  return { verdict: isPossible ? 'unsure' : 'missed', chosen: best }
}

/** The cheapest point that may reach the score as well, though that is not sure, where it costs less than the one chosen. */
export function cheaperPerhaps(
  points: readonly BoundedPoint[],
  { least }: Target,
  { verdict, chosen }: Choice,
): BoundedPoint | undefined {
  if (least === undefined || verdict !== 'reached') return undefined
  return leastTokens(points.filter(({ mean, tokens }) => mean >= least && tokens < chosen.tokens))
}

const leastTokens = (points: readonly BoundedPoint[]): BoundedPoint | undefined =>
  points.reduce<BoundedPoint | undefined>(
    (best, point) =>
      !best ||
      point.tokens < best.tokens ||
      (point.tokens === best.tokens && point.mean > best.mean)
        ? point
        : best,
    undefined,
  )

const highest = (points: readonly BoundedPoint[]): BoundedPoint | undefined =>
  points.reduce<BoundedPoint | undefined>(
    (best, point) =>
      !best || point.mean > best.mean || (point.mean === best.mean && point.tokens < best.tokens)
        ? point
        : best,
    undefined,
  )
