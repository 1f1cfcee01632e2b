import type { ActionAnswer } from '../../src-main/app/actions'
import { formatCount } from './number-words'

/** What of accepted texts was not put back when they were taken back, as the end of a sentence; empty where all was. */
export function notPutBack({
  changed,
  gone,
}: Pick<ActionAnswer<'review.undo'>, 'changed' | 'gone'>): string {
  const kept = changed > 0 ? `, ${formatCount(changed)} left: changed by hand since` : ''
  return gone > 0 ? `${kept}, ${formatCount(gone)} not: the tool is gone` : kept
}
