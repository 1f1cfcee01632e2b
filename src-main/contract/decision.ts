/** Why something that was meant was not decided. `there`: what it would add is there already. */
export type PassedOver = 'decided' | 'absent' | 'gone' | 'hidden' | 'there' | 'faulty'

export type PassedOverCounts = Partial<Record<PassedOver, number>>

/** What came of deciding proposals of any kind. */
export interface DecideAnswer {
  /** By which all of it is taken back; absent where nothing was decided. */
  change?: string
  decided: number
  passedOver: PassedOverCounts
}

const REASONS: Readonly<Record<PassedOver, string>> = {
  decided: 'decided meanwhile',
  absent: 'not there any more',
  gone: 'with a tool that is gone',
  hidden: 'with a tool that is hidden',
  there: 'there already',
  faulty: 'cannot be accepted as it is',
}

/**
 * What came of deciding, in a sentence: `2 accepted; passed over: 1 there already.`
 * @param counted how many were decided, in words
 */
export function decidedText(
  counted: string,
  verdict: string,
  { passedOver }: Pick<DecideAnswer, 'passedOver'>,
): string {
  const parts = Object.entries(passedOver).map(
    ([why, count]) => `${count} ${REASONS[why as PassedOver]}`,
  )
  const others = parts.length > 0 ? `; passed over: ${parts.join(', ')}` : ''
  return `${counted} ${verdict}${others}.`
}
