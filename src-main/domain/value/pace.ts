import { bytesText, duration } from './quantity'

/** How far something has come. */
export interface Steps {
  /** What is being done, in words. */
  what: string
  done: number
  total?: number | undefined
  atMost?: number | undefined
  /** What is counted, in the plural; bytes are written as people read them. */
  unit?: string | undefined
}

/** A count with its time, in milliseconds, from which a rate can be told. */
export interface PaceStart {
  what: string
  done: number
  at: number
}

/** Before this much time has passed a rate is noise, in ms. */
const SETTLED_MS = 700
/** Where no end is known, what takes longer is told how long it took, in ms. */
const LONG_MS = 2000
/** Less than this left is not worth a figure, in ms. */
const SOON_MS = 1000

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/**
 * Where to count from: each phase, and each that begins anew under the same name, has a beginning
 * of its own.
 */
export const startOf = (steps: Steps, before: PaceStart | undefined, now: number): PaceStart =>
  before?.what === steps.what && before.done <= steps.done
    ? before
    : { what: steps.what, done: steps.done, at: now }

const isBytes = (unit: string | undefined): boolean => unit === 'bytes'

/**
 * Progress in words, as far as there is something to go by: `412 of 700 queries · 310/s · 1.2 s
 * left`; where no end is known, `3 calls · 14 s`, or `3 of at most 10 calls`. Empty while there is
 * nothing to tell.
 */
export function paceText(steps: Steps, start: PaceStart, now: number): string {
  const isCounted = steps.done > 0 || (steps.total ?? steps.atMost) !== undefined
  return [...(isCounted ? [countText(steps)] : []), ...rateAndTime(steps, start, now)].join(' · ')
}

function countText({ done, total, atMost, unit }: Steps): string {
  const figure = isBytes(unit) ? bytesText : (count: number) => grouped.format(count)
  const bound = atMost === undefined ? undefined : `at most ${figure(atMost)}`
  const whole = total === undefined ? bound : figure(total)
  const count = figure(done) + (whole === undefined ? '' : ` of ${whole}`)
  return unit === undefined || isBytes(unit) ? count : `${count} ${unit}`
}

function rateAndTime({ total, ...steps }: Steps, start: PaceStart, now: number): string[] {
  const elapsedMs = now - start.at
  if (total !== undefined) return rateAndLeft({ ...steps, total }, start, elapsedMs)
  const isSlow = (steps.done - start.done) / elapsedMs < 1 / 1000
  return [
    ...(isSlow ? [] : rateAndLeft(steps, start, elapsedMs)),
    ...(elapsedMs > LONG_MS ? [duration(elapsedMs)] : []),
  ]
}

function rateAndLeft({ done, total, unit }: Steps, start: PaceStart, elapsedMs: number): string[] {
  const perMs = (done - start.done) / elapsedMs
  if (elapsedMs < SETTLED_MS || !(perMs > 0)) return []
  const perSecond = perMs * 1000
  const count = perSecond >= 10 ? grouped.format(perSecond) : perSecond.toFixed(1)
  const rate = `${isBytes(unit) ? bytesText(perSecond) : count}/s`
  if (total === undefined || done >= total) return [rate]
  const leftMs = (total - done) / perMs
  return [rate, `${leftMs < SOON_MS ? 'less than a second' : duration(leftMs)} left`]
}
