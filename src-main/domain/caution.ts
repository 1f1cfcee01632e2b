import type { Difference } from './comparison'
import type { Estimate } from './run'

/** Below as many, percentile intervals are clearly too narrow: the usual rule of thumb for means. */
export const FEW_QUERIES = 30
/**
 * Of fewer queries that differ, all may fall one way by chance: the sign test gives 2 · 0.5⁵ = 0.06 for five of five, and
 * 0.03 for six of six.
 */
const FEWEST_DIFFERING = 6
/** What adding up leaves of a width that is none. */
const NO_WIDTH = 1e-9

const grouped = new Intl.NumberFormat('en-US')

/** Why the interval of a mean says less than it seems to; undefined where it can be taken as it is. */
export function cautionOnMean({ mean, ci95 }: Estimate, queries: number): string | undefined {
  if (isPoint(mean, ci95))
    return queries === 1
      ? 'Only 1 query: it has no interval.'
      : `All ${grouped.format(queries)} queries score the same, which leaves no interval: ${othersMay('not', queries)}`
  return cautionOnFew(queries)
}

/** Why the interval of a difference says less than it seems to; undefined where it can be taken as it is. */
export function cautionOnDifference(
  { wins, losses }: Pick<Difference, 'wins' | 'losses'>,
  queries: number,
): string | undefined {
  const differing = wins + losses
  if (differing === 0 && queries >= FEW_QUERIES)
    return `The same in all ${grouped.format(queries)} queries: ${othersMay('differ', queries)}`
  if (queries >= FEW_QUERIES && differing < FEWEST_DIFFERING)
    return `Only ${differing} of ${grouped.format(queries)} queries ${differing === 1 ? 'differs' : 'differ'}: so few can fall one way by chance.`
  return cautionOnFew(queries)
}

const cautionOnFew = (queries: number): string | undefined =>
  queries < FEW_QUERIES
    ? `Only ${queries} ${queries === 1 ? 'query' : 'queries'}: intervals are narrower than they should be.`
    : undefined

/** What never happened in n queries happens in up to 3 / n of all, at 95 % (rule of three; Hanley & Lippman-Hand 1983). */
function othersMay(what: string, queries: number): string {
  const share = (Math.min(1, 3 / queries) * 100).toPrecision(2)
  return `up to ${Number(share)} % of others may ${what}.`
}

const isPoint = (mean: number, [low, high]: Estimate['ci95']): boolean =>
  high - low <= NO_WIDTH * Math.max(1, Math.abs(mean))

/** The names of many measures would hide what is said of them. */
const MOST_NAMED = 6

/** Each caution once, with what it is about, unless that is everything: `Recall@5, All@5: Only 3 of …`. */
export function cautionLines(
  cautions: readonly { name: string; caution: string | undefined }[],
): string[] {
  const byText = Map.groupBy(cautions, ({ caution }) => caution)
  return [...byText].flatMap(([text, about]) => {
    if (text === undefined) return []
    if (about.length === cautions.length) return [text]
    const names = about.slice(0, MOST_NAMED).map(({ name }) => name)
    return [`${names.join(', ')}${about.length > MOST_NAMED ? ', …' : ''}: ${text}`]
  })
}
