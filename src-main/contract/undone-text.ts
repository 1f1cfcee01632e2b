import type { UndoneAnswer } from './changes'

/** What taking a change back did, in a sentence or two. */
export function undoneText(done: UndoneAnswer): string {
  return [`Taken back: ${done.what}.`, leftText(done)].filter(Boolean).join(' ')
}

/**
 * What taking a change back did not put back, in a sentence; nothing where it put all of it back.
 */
export function leftText({ left, gone }: Pick<UndoneAnswer, 'left' | 'gone'>): string {
  const parts = [
    ...(left > 0 ? [`${left} left as ${left === 1 ? 'it is' : 'they are'}, changed since`] : []),
    ...(gone > 0
      ? [
          gone === 1
            ? '1 stays, as its tool is not in the catalog'
            : `${gone} stay, as their tools are not in the catalog`,
        ]
      : []),
  ]
  return parts.length > 0 ? `${parts.join('; ')}.` : ''
}
