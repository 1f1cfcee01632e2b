import type { AnswerDifference } from '../../domain/trace/difference'
import { pathWords } from '../../domain/trace/stage-title'
import { plainText, tableText } from './print-table'

/** What came, went and moved, and where that begins, as lines. */
export function differenceLines({
  places,
  came,
  went,
  moved,
  askedOtherwise,
  first,
}: AnswerDifference): string[] {
  const placeOf = (place: number | undefined) => (place === undefined ? '–' : `#${place}`)
  const what = ({ before, after }: AnswerDifference['places'][number]) => {
    if (before === undefined) return 'came'
    if (after === undefined) return 'went'
    return before === after ? '' : before > after ? 'up' : 'down'
  }
  return [
    tableText(
      ['before', 'after', '', 'tool'],
      places.map((place) => [
        placeOf(place.before),
        placeOf(place.after),
        what(place),
        plainText(place.tool),
      ]),
    ),
    `${came} came, ${went} went, ${moved} moved.`,
    ...(askedOtherwise.length > 0 ? [`Asked differently: ${askedOtherwise.join(', ')}.`] : []),
    first
      ? `They first differ at ${plainText(pathWords(first.path))}.`
      : 'Every step gave the same.',
  ]
}
