import { outdatedText } from '../run/outdated-words'
import type { Outdated } from '../run/outdated'
import type { RestsOn } from './choice'

/**
 * By what figures a recipe and k were chosen, where those were outdated then or are now; each a
 * sentence without its end.
 */
export function restsOnLines({
  then,
  now,
}: {
  then?: RestsOn | undefined
  now?: RestsOn | undefined
}): string[] {
  const adopted = then?.outdated ? `Adopted on ${figuresText(then.outdated)}` : undefined
  const current = now?.outdated
    ? `What is measured of it are ${figuresText(now.outdated)}`
    : undefined
  if (adopted === undefined) return current === undefined ? [] : [current]
  if (now && !now.outdated) return [`${adopted}, and measured again since`]
  const isSame = current?.endsWith(figuresText(then?.outdated ?? [])) ?? true
  return isSame ? [adopted] : [adopted, ...(current === undefined ? [] : [current])]
}

/**
 * `figures measured before 3 edits`; of what changed otherwise, `figures of something else
 * (Instant, now Sentences)`.
 */
function figuresText(parts: readonly Outdated[]): string {
  const text = outdatedText(parts)
  return text.startsWith('measured ') ? `figures ${text}` : `figures of something else (${text})`
}
