import { neededValueText, sentText } from '../../contract/consent-text'
import type { SourceLook } from '../../contract/source'
import { isAsked, LEADS_ON, startText } from '../../contract/start-text'
import { shellWord } from '../../domain/value/command-line'

/**
 * What a look at a source found, whole: what would be started or asked, and on lines of their own
 * what that is given.
 */
export function lookText(look: SourceLook, agreed: string): string {
  const given = isAsked(look) ? 'sent along' : 'given'
  const lines = [
    ...(look.kind === 'address' ? [`  ${LEADS_ON}`] : []),
    ...look.needs.map((need) => `  ${given} ${neededValueText(need)}`),
    ...look.variables.map((variable) => `  ${sentText(variable, look)}`),
  ]
  return [`${startText(look)}. ${agreed}`, ...lines].join('\n')
}

/** The flags that allow what goes out. */
export const allowFlags = (names: readonly string[]): string =>
  names.map((name) => ` --allow-variable ${shellWord(name)}`).join('')
