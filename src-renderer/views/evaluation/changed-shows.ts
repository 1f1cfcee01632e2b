import type { ChangedShow } from '../../../src-main/domain/run/changed-queries'

/** Kinds of queries beside a baseline that are opened from a sentence, too. */
export const changedShows: Readonly<
  Record<Exclude<ChangedShow, 'fixed' | 'broken'>, { label: string; title: string; none: string }>
> = {
  'partly-better': {
    label: 'Partly better',
    title: 'More golden tools are there than with the baseline, but not all',
    none: 'Where more golden tools are there than with the baseline, all are.',
  },
  'partly-worse': {
    label: 'Partly worse',
    title: 'Fewer golden tools are there than with the baseline, which lacks some too',
    none: 'Where fewer golden tools are there than with the baseline, it has them all.',
  },
  equal: {
    label: 'Equal',
    title: 'As many golden tools are there as with the baseline',
    none: 'In every query one of the two finds more.',
  },
  differing: {
    label: 'Differing',
    title: 'More golden tools are there than with the baseline, or fewer',
    none: 'In every query both find as many.',
  },
}

export const isOpened = (show: string): show is keyof typeof changedShows =>
  Object.hasOwn(changedShows, show)
