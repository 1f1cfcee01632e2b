import type { Difference } from '../run/comparison'
import type { Estimate } from '../run/run'
import { count, levelText, queryCount } from './figures'
import type { MeasureInfo } from './measure'
import { partsOfName } from './name'

/**
 * How figures are written of what the app knows nothing about, such as a measure of a later
 * version.
 */
const UNKNOWN: Pick<MeasureInfo, 'format'> = { format: { decimals: 3 } }

/** All that it takes to write a figure of a measure. */
export type Written = Pick<MeasureInfo, 'format'> | undefined

interface Format {
  plain: Intl.NumberFormat
  signed: Intl.NumberFormat
}

const byDecimals = new Map<number, Format>()

function formatOf(info: Written): Format {
  const { decimals } = (info ?? UNKNOWN).format
  const known = byDecimals.get(decimals)
  if (known) return known
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const made = {
    plain: new Intl.NumberFormat('en-US', digits),
    signed: new Intl.NumberFormat('en-US', { ...digits, signDisplay: 'exceptZero' }),
  }
  byDecimals.set(decimals, made)
  return made
}

/** What a measure says of itself, by its name at a cut-off. */
export const infoOf = (name: string, measures: readonly MeasureInfo[]): MeasureInfo | undefined =>
  measures.find((known) => known.name === partsOfName(name).measure)

/** A measure's value as that measure is written: `0.910`, `1,204.5`. */
export const valueText = (info: Written, value: number): string =>
  formatOf(info).plain.format(value)

/** A difference with its sign: `+0.017`, `−12.3`, and `0.000` without. */
export const differenceText = (info: Written, value: number): string =>
  formatOf(info).signed.format(value).replace('-', '−')

/** `[0.900, 0.920]` */
export const intervalText = (info: Written, { ci95 }: Pick<Estimate, 'ci95'>): string =>
  `[${ci95.map((end) => valueText(info, end)).join(', ')}]`

/** `+0.017 [+0.009, +0.026]` */
export const differenceEstimate = (
  info: Written,
  difference: Pick<Difference, 'mean'> & Intervals,
): string => `${differenceText(info, difference.mean)} ${differenceInterval(info, difference)}`

/**
 * `[+0.009, +0.026]`, and where it is corrected for several runs its level: `[+0.007, +0.027] (97.5
 * %)`.
 */
export function differenceInterval(info: Written, { ci95, told }: Intervals): string {
  const ends = (told?.interval ?? ci95).map((end) => differenceText(info, end))
  return `[${ends.join(', ')}]${told ? levelText(told) : ''}`
}

/** Beside a verdict that which goes with it is told, else the plain one. */
type Intervals = Pick<Difference, 'ci95'> & Partial<Pick<Difference, 'told'>>

/** `0.910 [0.900, 0.920]` */
export const estimateText = (info: Written, estimate: Pick<Estimate, 'mean' | 'ci95'>): string =>
  `${valueText(info, estimate.mean)} ${intervalText(info, estimate)}`

/** Half the width of a mean's 95 % interval: `±0.007`; nothing where the interval has no width. */
export function marginText(info: Written, { ci95: [low, high] }: Estimate): string {
  const margin = valueText(info, (high - low) / 2)
  return Number(margin.replaceAll(',', '')) > 0 ? `±${margin}` : ''
}

/** How a measure is read: what it says of one query, and which way is better. */
export const measureHint = ({ summary, better }: MeasureInfo): string =>
  `${summary} ${better === 'higher' ? 'Higher' : 'Lower'} is better.`.trim()

/** `k = 5`; of a recipe that decides how many tools there are, that it does. */
export const cutoffText = (k: number | undefined): string =>
  k === undefined ? 'adaptive k' : `k = ${k}`

/** The same in a sentence: `at k = 5`, `with adaptive k`. */
export const atCutoffText = (k: number | undefined): string =>
  `${k === undefined ? 'with' : 'at'} ${cutoffText(k)}`

type Counts = Pick<Difference, 'wins' | 'ties' | 'losses' | 'fixed' | 'broken'>

/** `46 / 638 / 16 (46 fixed, 16 broken)`: in how many queries it is better, equal and worse. */
export function countsText({ wins, ties, losses, fixed, broken }: Counts): string {
  const counts = `${wins} / ${ties} / ${losses}`
  return fixed === undefined ? counts : `${counts} (${fixed} fixed, ${broken} broken)`
}

/** `Better in 46 queries, equal in 638, worse in 16.` */
export const winsText = ({ wins, ties, losses }: Counts): string =>
  `Better in ${queryCount(wins)}, equal in ${count(ties)}, worse in ${count(losses)}.`
