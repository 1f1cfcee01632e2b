import type { SourceLook } from '../../contract/source'
import { startText } from '../../contract/start-text'

/** What a look at a source found, whole: what would be started or asked, and which variables that is given. */
export function lookText(look: SourceLook): string {
  const needs = look.needs.map(
    (each) => `${each.name}${each.isRisky ? ' (changes what is loaded)' : ''}`,
  )
  const given = needs.length > 0 ? `, given ${needs.join(', ')}` : ''
  return `${startText(look)}${given}`
}
