const DAY_MS = 86_400_000
const STEPS = [
  { days: 365, one: 'a year', many: 'years' },
  { days: 30, one: 'a month', many: 'months' },
  { days: 1, one: 'a day', many: 'days' },
] as const

/**
 * How long ago a moment was, in the largest whole unit from days up: `today`, `3 days ago`;
 * `unknown` without one.
 */
export function ageText(moment: string | undefined, nowMs = Date.now()): string {
  if (moment === undefined) return 'unknown'
  const days = Math.floor((nowMs - Date.parse(moment)) / DAY_MS)
  const step = STEPS.find((each) => days >= each.days)
  if (!step) return 'today'
  const count = Math.floor(days / step.days)
  return `${count === 1 ? step.one : `${count} ${step.many}`} ago`
}

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** A moment of today as its time of day, any other with its date. */
export function sinceText(moment: string, now = new Date()): string {
  const at = new Date(moment)
  return (at.toDateString() === now.toDateString() ? times : moments).format(at)
}

/** A moment as a date and a time of day. */
export const momentText = (moment: string | undefined): string =>
  moment === undefined ? 'At an unknown time.' : moments.format(Date.parse(moment))
