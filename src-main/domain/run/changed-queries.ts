/**
 * Which queries of a run to show beside a baseline, by their recall: those of which only the run
 * finds all golden tools, and only the baseline; those that differ otherwise; those in which both
 * are equal; and all that differ.
 */
export const CHANGED_SHOWS = [
  'fixed',
  'broken',
  'partly-better',
  'partly-worse',
  'equal',
  'differing',
] as const
export type ChangedShow = (typeof CHANGED_SHOWS)[number]

export const isChangedShow = (show: string): show is ChangedShow =>
  CHANGED_SHOWS.some((known) => known === show)

/** Whether a query is one of these. */
export const isChanged: Readonly<Record<ChangedShow, (recall: Recalls) => boolean>> = {
  fixed: ({ before, after }) => after === 1 && before !== 1,
  broken: ({ before, after }) => after !== 1 && before === 1,
  'partly-better': ({ before, after }) => after > before && after !== 1,
  'partly-worse': ({ before, after }) => after < before && before !== 1,
  equal: ({ before, after }) => after === before,
  differing: ({ before, after }) => after !== before,
}

/** One query's recall with the baseline and with the run. */
interface Recalls {
  before: number
  after: number
}
