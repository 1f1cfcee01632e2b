import type { Comparison, Difference } from '../run/comparison'
import type { Estimate, Run } from '../run/run'

/**
 * Below as many, percentile intervals are clearly too narrow: the usual rule of thumb for means.
 */
export const FEW_QUERIES = 30
/**
 * A difference is clear that comes about by chance less often than this, corrected for all that are
 * tested.
 */
export const CLEAR_BELOW = 0.05
/** What adding up leaves of a width that is none. */
const NO_WIDTH = 1e-9

const grouped = new Intl.NumberFormat('en-US')

/**
 * Why the interval of a mean says less than it seems to; undefined where it can be taken as it is.
 */
export function cautionOnMean({ mean, ci95 }: Estimate, queries: number): string | undefined {
  if (isPoint(mean, ci95))
    return queries === 1
      ? 'Only 1 query: it has no interval.'
      : `All ${grouped.format(queries)} queries score the same, which leaves no interval: ${othersMay('not', queries)}`
  return cautionOnFew(queries)
}

/**
 * Why the interval of a difference says less than it seems to; undefined where it can be taken as
 * it is.
 */
export function cautionOnDifference(
  { wins, losses }: Pick<Difference, 'wins' | 'losses'>,
  queries: number,
): string | undefined {
  return wins + losses === 0 && queries >= FEW_QUERIES
    ? `The same in all ${grouped.format(queries)} queries: ${othersMay('differ', queries)}`
    : cautionOnFew(queries)
}

/** What is to be said of all figures of so few queries. */
export const cautionOnFew = (queries: number): string | undefined =>
  queries < FEW_QUERIES
    ? `Only ${queries} ${queries === 1 ? 'query' : 'queries'}: intervals are narrower than they should be.`
    : undefined

/**
 * What never happened in n queries happens in up to 3 / n of all, at 95 % (rule of three; Hanley &
 * Lippman-Hand 1983).
 */
function othersMay(what: string, queries: number): string {
  const share = (Math.min(1, 3 / queries) * 100).toPrecision(2)
  return `up to ${Number(share)} % of others may ${what}.`
}

const isPoint = (mean: number, [low, high]: Estimate['ci95']): boolean =>
  high - low <= NO_WIDTH * Math.max(1, Math.abs(mean))

/** The names of many measures would hide what is said of them. */
const MOST_NAMED = 6

/**
 * Each caution once, with what it is about, unless that is everything: `Recall@5, All@5: Only 3 of
 * …`.
 */
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

/** Why the intervals of a run's means say less than they seem to. */
export const meanCautions = ({ measures, queries }: Pick<Run, 'measures' | 'queries'>): string[] =>
  cautionLines(
    Object.entries(measures).map(([name, estimate]) => ({
      name,
      caution: cautionOnMean(estimate, queries),
    })),
  )

/** The same of how it differs from the baseline. */
export const differenceCautions = ({
  measures,
  queries,
}: Pick<Comparison, 'measures' | 'queries'>): string[] =>
  cautionLines(
    Object.entries(measures).map(([name, difference]) => ({
      name: `difference in ${name}`,
      caution: cautionOnDifference(difference, queries),
    })),
  )

/**
 * Lines that are said of several runs: those of all of them once, the others with whom they are
 * about.
 */
export function linesOnce(told: readonly { of: string; lines: readonly string[] }[]): string[] {
  const all = new Set(told.flatMap(({ lines }) => lines))
  return [...all].map((line) => {
    const about = told.filter(({ lines }) => lines.includes(line))
    return about.length === told.length ? line : `${about.map(({ of }) => of).join(', ')}: ${line}`
  })
}
