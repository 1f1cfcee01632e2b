import type { Difference } from '../run/comparison'

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export const count = (value: number): string => grouped.format(value)

export const queryCount = (value: number): string =>
  `${count(value)} ${value === 1 ? 'query' : 'queries'}`

/** `89.3 %` */
export const share = (value: number): string => `${(value * 100).toFixed(1)} %`

/** What is less rounds to no point at all. */
export const NO_POINTS = 0.0005

/**
 * `1.7 points [0.9, 2.6]`, with the level of the interval where it is corrected; turned round, it
 * is how far the other one is ahead.
 */
export function points({ mean, told }: Difference, isTurned: boolean): string {
  const [low, high] = told.interval
  const [by, from, to] = isTurned ? [-mean, -high, -low] : [mean, low, high]
  const by100 = point(by)
  return `${by100} ${by100 === '1.0' ? 'point' : 'points'} [${point(from)}, ${point(to)}]${levelText(told)}`
}

/** ` (97.5 %)`: at which level an interval is; nothing where that is the usual 95 %. */
export function levelText({ level }: Pick<Difference['told'], 'level'>): string {
  const percent = Number((100 * level).toFixed(level < 0.999 ? 1 : 2))
  return percent === 95 ? '' : ` (${percent} %)`
}

function point(value: number): string {
  const text = (Math.abs(value) * 100).toFixed(1)
  return value < 0 && Number(text) > 0 ? `−${text}` : text
}

/**
 * Where the tokens of one run differ from another’s by less, they are called about the same: ours.
 */
const ABOUT = 0.03

/** ` for about the same tokens (618 against 612)`; nothing where they are not known. */
export function cost(before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined) return ''
  const both = `(${count(after)} against ${count(before)})`
  if (Math.abs(after - before) <= ABOUT * before) return ` for about the same tokens ${both}`
  if (before === 0) return ` for more tokens ${both}`
  if (after >= 2 * before) return ` for ${(after / before).toFixed(1)} times the tokens ${both}`
  const by = Math.round((Math.abs(after - before) / before) * 100)
  return ` for ${by} % ${after > before ? 'more' : 'fewer'} tokens ${both}`
}

/** `= .042`, or `< .001` */
export function chance(p: number): string {
  if (p < 0.001) return '< .001'
  return `= ${p.toFixed(p < 0.1 ? 3 : 2).replace(/^0/, '')}`
}
