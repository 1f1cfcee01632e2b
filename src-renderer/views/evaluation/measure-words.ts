import type { MeasureInfo } from '../../../src-main/domain/measure/measure'
import type { Estimate } from '../../../src-main/domain/run/run'

interface Format {
  plain: Intl.NumberFormat
  signed: Intl.NumberFormat
}

const byDecimals = new Map<number, Format>()

function formatWith(decimals: number): Format {
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

/** A measure's value as that measure is written: `0.910`, `1,204.5`. */
export const valueText = ({ format }: MeasureInfo, value: number): string =>
  formatWith(format.decimals).plain.format(value)

/** A difference with its sign: `+0.017`, `−12.3`, and `0.000` without. */
export const differenceText = ({ format }: MeasureInfo, value: number): string =>
  formatWith(format.decimals).signed.format(value).replace('-', '−')

/** Half the width of a mean's 95 % interval: `±0.007`; nothing where the interval has no width. */
export function marginText(info: MeasureInfo, { ci95: [low, high] }: Estimate): string {
  const margin = valueText(info, (high - low) / 2)
  return Number(margin.replaceAll(',', '')) > 0 ? `±${margin}` : ''
}

/** Whether a measure runs from 0 to 1, so that it can be drawn beside others that do. */
export const isShare = ({ range }: MeasureInfo): boolean => range.least === 0 && range.most === 1

/** How a measure is read: what it says of one query, and which way is better. */
export const measureHint = ({ summary, better }: MeasureInfo): string =>
  `${summary} ${better === 'higher' ? 'Higher' : 'Lower'} is better.`.trim()

/** `k = 5`; of a recipe that decides how many tools there are, that it does. */
export const cutoffText = (k: number | undefined): string =>
  k === undefined ? 'adaptive k' : `k = ${k}`
